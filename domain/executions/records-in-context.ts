import { z } from 'zod';
import { chosenVoice, voiceContext } from '../brand-voices/chosen-voice.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { recordId } from '../kernel/schema.ts';

/** Records that a context may name. */
const named = z.object({
  context: z.object({ brand_voice_id: recordId.nullish(), brand_voice_product_id: recordId.nullish() }),
});

/**
 * The context of a new execution with what the records say that it names: the execution goes on with that, whatever becomes of them,
 * and so does a retry. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR.
 */
export async function withRecords(
  deps: Pick<Deps, 'db'>,
  call: Call,
  context: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const parsed = named.safeParse({ context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const { brand_voice_id: voiceId, brand_voice_product_id: productId } = parsed.data.context;
  const productField = 'context.brand_voice_product_id';
  return { ...context, ...voiceContext(await chosenVoice(deps, call, { voiceId, productId, productField })) };
}
