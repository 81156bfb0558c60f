import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { brandVoiceParams } from '../schema.ts';
import { ownBrandVoice } from '../target.ts';
import type { BrandVoice } from '../types.ts';

/** One brand voice with its products. */
export const getBrandVoice = operation({
  name: 'brand_voices.get',
  permission: 'view_content',
  params: brandVoiceParams,
  target: ownBrandVoice,
  input: nothing,
  run: async (_deps, _call, _input, voice): Promise<BrandVoice> => voice,
});
