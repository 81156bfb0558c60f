import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { brandVoiceParams, listBrandVoicesQuery } from '../schema.ts';
import { selectBrandVoices } from '../store.ts';
import type { BrandVoice } from '../table.ts';
import { ownBrandVoice } from '../target.ts';

/** Returns one brand voice with its products. */
export const getBrandVoice = operation({
  name: 'brand_voices.get',
  permission: 'view_content',
  params: brandVoiceParams,
  target: ownBrandVoice,
  input: nothing,
  run: async (_deps, _call, _input, voice): Promise<BrandVoice> => voice,
});

/** Lists the partner's brand voices, newest first. */
export const listBrandVoices = operation({
  name: 'brand_voices.list',
  permission: 'view_content',
  params: nothing,
  input: listBrandVoicesQuery,
  run: (deps, call, query) => selectBrandVoices(deps.db, partnerOf(call), query),
});
