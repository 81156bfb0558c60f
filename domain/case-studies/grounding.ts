import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { NamedRecords } from '../capabilities/feature.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerRetrieval, textsOf, withPassages } from '../knowledge-bases/retrieval.ts';

/** Material as a body names it. */
export interface Grounding {
  brand_voice_company_id?: number | null | undefined;
  brand_voice_product_id?: number | null | undefined;
  kb_ids?: readonly number[] | null | undefined;
  additional_context?: string | null | undefined;
}

/** What the writer is told besides the story, passages of documents included; as `ground` says. */
export async function groundingContext(
  deps: Pick<Deps, 'db'>,
  call: Call,
  given: Grounding,
  about: object,
): Promise<Record<string, unknown>> {
  return withPassages(deps, await ground(deps, call, given, about));
}

/**
 * What is named as it is now, whatever becomes of it. `about` is what is written about, `prefix` begins the names of fields. Throws
 * NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.
 */
export async function ground(
  deps: Pick<Deps, 'db'>,
  call: Call,
  given: Grounding,
  about: object,
  prefix = '',
): Promise<NamedRecords> {
  const voice = await chosenVoice(deps, call, {
    voiceId: given.brand_voice_company_id,
    productId: given.brand_voice_product_id,
    productField: `${prefix}brand_voice_product_id`,
  });
  const kbIds = given.kb_ids ?? [];
  return {
    context: {
      ...voiceContext(voice),
      ...(given.additional_context && { additional_context: given.additional_context }),
    },
    lookup:
      kbIds.length === 0
        ? null
        : await partnerRetrieval(deps, call, { kbIds, query: textsOf(about), answering: false }),
  };
}
