import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { createBrandVoiceBody } from '../schema.ts';
import { findBrandVoice, insertBrandVoice, replaceProducts } from '../store.ts';
import type { BrandVoice } from '../table.ts';
import { ownBrandVoice } from '../target.ts';

/** Creates a brand voice with its products. */
export const createBrandVoice = operation({
  name: 'brand_voices.create',
  permission: 'manage_content',
  params: nothing,
  input: createBrandVoiceBody,
  async change(tx, { call, input: { products = [], ...voice } }): Promise<BrandVoice> {
    const id = await insertBrandVoice(tx.em, tx.now, partnerOf(call), voice);
    await replaceProducts(tx.em, id, products);
    const made = await findBrandVoice(tx.em, id);
    if (!made) throw notFound('Brand voice');
    return made;
  },
  audit: ({ id }) => ({ type: 'brand_voice', id }),
  recover: (deps, call, madeId) => ownBrandVoice(deps, call, { id: Number(madeId) }),
});
