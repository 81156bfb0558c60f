import { z } from 'zod';
import type { WriterBody } from '../ai-writer/body.ts';
import { requirePlan } from '../ai-writer/order.ts';
import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { Capability } from '../capabilities/types.ts';
import { kbIds, toldBy } from '../case-studies/fields.ts';
import { type Grounded, type Grounding, ground } from '../case-studies/grounding.ts';
import { ownCaseStudy } from '../case-studies/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { recordId } from '../kernel/schema.ts';
import { type Lookup, partnerLookup, platformLookup, textsOf } from '../knowledge-bases/material.ts';

/** Records that a context may name. */
const records = z.object({
  context: z.object({ brand_voice_id: recordId.nullish(), brand_voice_product_id: recordId.nullish(), kb_ids: kbIds }),
});

/** What an execution is asked with. */
interface Asked {
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** The context of a new execution, and what is to be looked up in documents before it is planned. */
export type Named = Grounded;

/**
 * What an execution is told that context and settings name: the execution goes on with that, whatever becomes of the records, and so does
 * a retry. Documents are searched when the execution begins: accepting it only makes sure that they may be. Throws NOT_FOUND, FORBIDDEN
 * and VALIDATION_ERROR.
 */
export async function namedRecords(
  deps: Pick<Deps, 'db'>,
  call: Call,
  capability: Capability,
  { settings, context }: Asked,
): Promise<Named> {
  const parsed = records.safeParse({ context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const { brand_voice_id: voiceId, brand_voice_product_id: productId, kb_ids: named } = parsed.data.context;
  const productField = 'context.brand_voice_product_id';
  const voice = await chosenVoice(deps, call, { voiceId, productId, productField });
  const about =
    named && !capability.knowledge
      ? await partnerLookup(deps, call, { kbIds: named, query: textsOf(settings), answering: false })
      : null;
  const bySettings = await namedBySettings(deps, call, capability, {
    ...settings,
    kb_ids: settings['kb_ids'] ?? named,
  });
  return {
    context: { ...context, ...voiceContext(voice), ...bySettings.context },
    lookup: bySettings.lookup ?? about,
  };
}

/** Settings that are the body of a feature name records as that body does. */
async function namedBySettings(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { settings: { shape }, prompt_settings, knowledge }: Capability,
  settings: Record<string, unknown>,
): Promise<Named> {
  if (knowledge) {
    const query = textsOf(prompt_settings.map((name) => settings[name]));
    return { context: {}, lookup: await answersTo(deps, call, knowledge, query, settings) };
  }
  if (Object.hasOwn(shape, 'post_type')) {
    return { context: await namedByWriter(deps, call, settings as WriterBody), lookup: null };
  }
  if (!Object.hasOwn(shape, 'kb_ids')) return { context: {}, lookup: null };
  const id = settings['case_study_id'];
  const story = typeof id === 'number' ? toldBy(await ownCaseStudy(deps, call, { id })) : null;
  const { context, lookup } = await ground(deps, call, settings as Grounding, story ?? settings, 'settings.');
  return { context: { ...context, ...(story && { case_study: story }) }, lookup };
}

/** What answers a question; always looked up, so that nobody can send passages along as if they had been found. */
async function answersTo(
  deps: Pick<Deps, 'db'>,
  call: Call,
  knowledge: NonNullable<Capability['knowledge']>,
  query: string,
  { kb_ids: ids }: Record<string, unknown>,
): Promise<Lookup> {
  if (knowledge === 'platform') return platformLookup(query);
  return partnerLookup(deps, call, { kbIds: kbIds.parse(ids) ?? undefined, query, answering: true });
}

/** Voice and product of a body of the writer, whose template may be one for higher plans only. */
async function namedByWriter(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { post_type, company, product }: WriterBody,
): Promise<Record<string, unknown>> {
  const productField = 'settings.product';
  const voice = await chosenVoice(deps, call, { voiceId: company, productId: product, productField });
  await requirePlan(deps, call, post_type);
  return voiceContext(voice);
}
