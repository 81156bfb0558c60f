import { chosenVoice, voiceContext } from '../brand-voices/target.ts';
import type { ReferencedRecords } from '../capabilities/feature.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { partnerRetrieval, textsOf, withPassages } from '../knowledge-bases/retrieval.ts';
import { kbIds } from '../knowledge-bases/schema.ts';

/** References to sources in a body. */
export interface PromptSources {
  brand_voice_company_id?: number | null | undefined;
  brand_voice_product_id?: number | null | undefined;
  kb_ids?: readonly number[] | null | undefined;
  additional_context?: string | null | undefined;
}

/** The brand voice, the product and the knowledge bases that a body names. */
export const referencedSources = references(
  { brand_voice_company_id: recordId, brand_voice_product_id: recordId, kb_ids: kbIds },
  (deps, call, named) => loadSources(deps, call, named, {}),
);

/** Loads the prompt's context besides the story, including passages of documents. Throws like `loadSources`. */
export async function loadPromptContext(
  deps: Pick<Deps, 'ai' | 'db' | 'clock' | 'ids' | 'meters'>,
  call: Call,
  given: PromptSources,
  about: object,
): Promise<Record<string, unknown>> {
  return withPassages(deps, await loadSources(deps, call, given, about));
}

/**
 * Loads a snapshot of the referenced records. `about` is the subject of the text, `prefix` the start of field names in errors.
 * Throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.
 */
export async function loadSources(
  deps: Pick<Deps, 'db'>,
  call: Call,
  given: PromptSources,
  about: object,
  prefix = '',
): Promise<ReferencedRecords> {
  const voice = await chosenVoice(deps, call, {
    voiceId: given.brand_voice_company_id,
    productId: given.brand_voice_product_id,
    productField: `${prefix}brand_voice_product_id`,
  });
  const bases = given.kb_ids ?? [];
  return {
    context: {
      ...voiceContext(voice),
      ...(given.additional_context && { additional_context: given.additional_context }),
    },
    lookup:
      bases.length === 0
        ? null
        : await partnerRetrieval(deps, call, { kbIds: bases, query: textsOf(about), answering: false }),
  };
}
