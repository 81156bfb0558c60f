import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import { recordAiCallInput } from '../schema.ts';
import { insertAiCall } from '../store.ts';

const MAX_MODEL_CHARACTERS = 120;

/** Records an AI call with its outcome; the adapter runs it for every call. */
export const recordAiCall = step({
  name: 'ai_calls.record',
  input: recordAiCallInput,
  output: z.void(),
  run: (
    deps: Pick<Deps, 'db' | 'clock'>,
    _call,
    { purpose, usage, model, priceMicros, seconds, ...rest }: z.output<typeof recordAiCallInput>,
  ) =>
    insertAiCall(deps.db, {
      ...rest,
      partner_id: purpose.partnerId,
      task: purpose.task,
      subject_type: purpose.subject?.type ?? null,
      subject_id: purpose.subject?.id ?? null,
      model: truncate(model, MAX_MODEL_CHARACTERS),
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      price_micros: priceMicros,
      duration_ms: Math.round(seconds * 1000),
      created_at: deps.clock.now(),
    }),
});
