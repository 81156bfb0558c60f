import { z } from 'zod';
import { requirePlan } from '../ai-writer/order.ts';
import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { WriterBody } from '../capabilities/ai-writer/body.ts';
import { kbIds } from '../capabilities/case-study/fields.ts';
import { toldBy } from '../capabilities/case-study/told.ts';
import type { Material } from '../capabilities/knowledge/passages.ts';
import type { Capability } from '../capabilities/types.ts';
import { type Grounding, groundingContext } from '../case-studies/grounding.ts';
import { ownCaseStudy } from '../case-studies/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { recordId } from '../kernel/schema.ts';
import { partnerMaterial, platformMaterial, textsOf } from '../knowledge-bases/material.ts';

/** Records that a context may name. */
const records = z.object({
  context: z.object({ brand_voice_id: recordId.nullish(), brand_voice_product_id: recordId.nullish(), kb_ids: kbIds }),
});

/** What an execution is asked with. */
interface Asked {
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
}

/**
 * The context of a new execution with what the records say that context and settings name: the execution goes on with that, whatever
 * becomes of them, and so does a retry. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR.
 */
export async function withRecords(
  deps: Pick<Deps, 'db'>,
  call: Call,
  capability: Capability,
  { settings, context }: Asked,
): Promise<Record<string, unknown>> {
  const parsed = records.safeParse({ context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const { brand_voice_id: voiceId, brand_voice_product_id: productId, kb_ids: named } = parsed.data.context;
  const productField = 'context.brand_voice_product_id';
  return {
    ...context,
    ...voiceContext(await chosenVoice(deps, call, { voiceId, productId, productField })),
    ...(named && !capability.knowledge && { passages: await aboutSettings(deps, call, named, settings) }),
    ...(await namedBySettings(deps, call, capability, { ...settings, kb_ids: settings['kb_ids'] ?? named })),
  };
}

/** Passages about whatever the execution is to be about. */
function aboutSettings(
  deps: Pick<Deps, 'db'>,
  call: Call,
  ids: readonly number[],
  settings: Record<string, unknown>,
): Promise<Material[]> {
  return partnerMaterial(deps, call, { kbIds: ids, query: textsOf(settings), answering: false });
}

/** Settings that are the body of a feature name records as that body does. */
async function namedBySettings(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { settings: { shape }, prompt_settings, knowledge }: Capability,
  settings: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (knowledge) {
    const query = textsOf(prompt_settings.map((name) => settings[name]));
    return { passages: await answersTo(deps, call, knowledge, query, settings) };
  }
  if (Object.hasOwn(shape, 'post_type')) return namedByWriter(deps, call, settings as WriterBody);
  if (!Object.hasOwn(shape, 'kb_ids')) return {};
  const id = settings['case_study_id'];
  const story = typeof id === 'number' ? toldBy(await ownCaseStudy(deps, call, { id })) : null;
  const grounding = await groundingContext(deps, call, settings as Grounding, story ?? settings, 'settings.');
  return { ...grounding, ...(story && { case_study: story }) };
}

/** Passages that answer a question; always set, so that nobody can send passages along as if they had been found. */
function answersTo(
  deps: Pick<Deps, 'db'>,
  call: Call,
  knowledge: NonNullable<Capability['knowledge']>,
  query: string,
  { kb_ids: ids }: Record<string, unknown>,
): Promise<Material[]> {
  if (knowledge === 'platform') return platformMaterial(deps, query);
  return partnerMaterial(deps, call, { kbIds: kbIds.parse(ids) ?? undefined, query, answering: true });
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
