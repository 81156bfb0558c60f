import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { textsOf } from '../knowledge-bases/material.ts';
import { knowledgeContext } from './knowledge.ts';

/** Material as a body names it. */
export interface Grounding {
  brand_voice_company_id?: number | null | undefined;
  brand_voice_product_id?: number | null | undefined;
  kb_ids?: readonly number[] | null | undefined;
  additional_context?: string | null | undefined;
}

/**
 * What the writer is told besides the story: as it is now, whatever becomes of it. `about` is what is written about, `prefix` begins the
 * names of fields. Throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.
 */
export async function groundingContext(
  deps: Pick<Deps, 'db'>,
  call: Call,
  given: Grounding,
  about: object,
  prefix = '',
): Promise<Record<string, unknown>> {
  const voice = await chosenVoice(deps, call, {
    voiceId: given.brand_voice_company_id,
    productId: given.brand_voice_product_id,
    productField: `${prefix}brand_voice_product_id`,
  });
  return {
    ...voiceContext(voice),
    ...(await knowledgeContext(deps, call, given.kb_ids ?? [], textsOf(about))),
    ...(given.additional_context && { additional_context: given.additional_context }),
  };
}
