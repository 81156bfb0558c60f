import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { brandVoiceParams } from '../schema.ts';
import { deleteBrandVoiceRow, lockBrandVoice } from '../store.ts';
import { ownBrandVoice } from '../target.ts';

/** Deletes a brand voice with its products. Executions accepted earlier still use it. */
export const deleteBrandVoice = operation({
  name: 'brand_voices.delete',
  permission: 'manage_content',
  params: brandVoiceParams,
  target: ownBrandVoice,
  input: nothing,
  lock: (tx, _call, { id }) => lockBrandVoice(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteBrandVoiceRow(tx.em, id))) throw notFound('Brand voice');
  },
  audit: (_output, { target }) => ({ type: 'brand_voice', id: target.id }),
});
