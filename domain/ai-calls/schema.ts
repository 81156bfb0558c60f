import { z } from 'zod';
import { pageQuery, text, withDayRange } from '../kernel/schema.ts';
import { AI_CALL_TASKS, OUTCOMES } from './rules.ts';

/** A finished call with its outcome and token usage. */
export const recordAiCallInput = z.object({
  purpose: z.object({
    task: z.enum(AI_CALL_TASKS),
    partnerId: z.int().nullable(),
    subject: z.object({ type: z.string(), id: z.int() }).nullable(),
  }),
  model: z.string(),
  sandbox: z.boolean(),
  outcome: z.enum(OUTCOMES),
  seconds: z.number(),
  requests: z.int(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
  priceMicros: z.int().nullable(),
});

export const listAiCallsQuery = withDayRange({
  execution_id: z.int().positive().optional().describe('Only calls for this execution.'),
  task: z.enum(AI_CALL_TASKS).optional().describe('Only calls for this kind of work.'),
  model: text(120).optional().describe('Only calls to this model.'),
  ...pageQuery(),
});
