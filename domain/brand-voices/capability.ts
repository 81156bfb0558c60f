import { type Feature, recordsInContext } from '../capabilities/feature.ts';
import { recordId } from '../kernel/schema.ts';
import { chosenVoice, voiceContext } from './target.ts';

/** Loads the brand voice that an execution's context names. */
export const brandVoiceFeature: Feature = {
  records: recordsInContext(
    { brand_voice_id: recordId.nullish(), brand_voice_product_id: recordId.nullish() },
    async (deps, call, { brand_voice_id: voiceId, brand_voice_product_id: productId }) => {
      const productField = 'context.brand_voice_product_id';
      const voice = await chosenVoice(deps, call, { voiceId, productId, productField });
      return { context: voiceContext(voice), lookup: null };
    },
  ),
};
