import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { createBrandVoiceBody } from '../schema.ts';
import { countVoices, insertBrandVoice, replaceProducts } from '../store.ts';
import type { BrandVoice } from '../table.ts';
import { changedVoice, ownBrandVoice } from '../target.ts';

/** Creates a brand voice with its products. */
export const createBrandVoice = operation({
  name: 'brand_voices.create',
  permission: 'manage_content',
  params: nothing,
  input: createBrandVoiceBody,
  async change(tx, { deps, call, input: { products = [], ...voice } }): Promise<BrandVoice> {
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'brand_voices', {
      partnerId,
      count: () => countVoices(tx.em, partnerId),
    });
    const id = await insertBrandVoice(tx.em, tx.now, partnerId, voice);
    await replaceProducts(tx.em, id, products);
    return changedVoice(tx.em, id);
  },
  audit: ({ id }) => ({ type: 'brand_voice', id }),
  recover: (deps, call, madeId) => ownBrandVoice(deps, call, { id: Number(madeId) }),
});
