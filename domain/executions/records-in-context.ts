import { z } from 'zod';
import { requirePlan } from '../ai-writer/order.ts';
import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { WriterBody } from '../capabilities/ai-writer/body.ts';
import { toldBy } from '../capabilities/case-study/told.ts';
import type { Capability } from '../capabilities/types.ts';
import { type Grounding, groundingContext } from '../case-studies/grounding.ts';
import { ownCaseStudy } from '../case-studies/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { recordId } from '../kernel/schema.ts';

/** Records that a context may name. */
const named = z.object({
  context: z.object({ brand_voice_id: recordId.nullish(), brand_voice_product_id: recordId.nullish() }),
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
  const parsed = named.safeParse({ context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const { brand_voice_id: voiceId, brand_voice_product_id: productId } = parsed.data.context;
  const productField = 'context.brand_voice_product_id';
  return {
    ...context,
    ...voiceContext(await chosenVoice(deps, call, { voiceId, productId, productField })),
    ...(await namedBySettings(deps, call, capability, settings)),
  };
}

/** Settings that are the body of a feature name records as that body does. */
async function namedBySettings(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { settings: { shape } }: Capability,
  settings: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (Object.hasOwn(shape, 'post_type')) return namedByWriter(deps, call, settings as WriterBody);
  if (!Object.hasOwn(shape, 'kb_ids')) return {};
  const grounding = await groundingContext(deps, call, settings as Grounding, 'settings.');
  const id = settings['case_study_id'];
  if (typeof id !== 'number') return grounding;
  return { ...grounding, case_study: toldBy(await ownCaseStudy(deps, call, { id })) };
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
