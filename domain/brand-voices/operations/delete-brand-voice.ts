import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { brandVoiceParams } from '../schema.ts';
import { deleteBrandVoiceRow } from '../store.ts';
import { ownBrandVoice } from '../target.ts';

/** Removes a brand voice with its products. What was accepted with it before is written in it all the same. */
export const deleteBrandVoice = operation({
  name: 'brand_voices.delete',
  permission: 'manage_content',
  params: brandVoiceParams,
  target: ownBrandVoice,
  input: nothing,
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteBrandVoiceRow(tx.em, id))) throw notFound('Brand voice');
  },
  audit: (_output, { target }) => ({ type: 'brand_voice', id: target.id }),
});
