import { z } from 'zod';
import { listAiCalls } from '../../domain/ai-calls/operations/list-calls.ts';
import { AI_CALL_TASKS, CURRENCY, decimalPrice, OUTCOMES } from '../../domain/ai-calls/rules.ts';
import type { AiCallPage } from '../../domain/ai-calls/store.ts';
import type { AiCallRow } from '../../domain/ai-calls/table.ts';
import { area } from '../area.ts';
import { countSchema, datetimeSchema, idSchema, page, presenter, resource } from '../resource.ts';
import { route } from '../route.ts';

const currency = z.literal(CURRENCY);

/** A request to the AI provider. */
const aiCallResource = resource({
  type: 'ai_call',
  attributes: {
    task: z.enum(AI_CALL_TASKS).describe('Kind of work, which selects the model.'),
    subject_type: z.string().nullable().describe('What kind of record it was asked for, such as `execution`.'),
    subject_id: idSchema.nullable().describe('Number of that record; null where there is none.'),
    model: z.string().describe('The model that was asked.'),
    sandbox: z.boolean().describe('Whether it went to the sandbox provider, as the calls of sandbox keys do.'),
    outcome: z
      .enum(OUTCOMES)
      .describe(
        '`ok`: it was answered; `aborted`: the service no longer waited. The others are errors of the provider.',
      ),
    requests: countSchema.describe('More than one where the provider did not take a form of the question.'),
    input_tokens: countSchema.describe('Tokens that were sent, as the provider counts them.'),
    output_tokens: countSchema.describe('Tokens of the answer, as the provider counts them.'),
    price: z.string().nullable().describe('Decimal string, at list price; null where the model has no price.'),
    currency,
    duration_ms: countSchema.describe('How long the call took in all, milliseconds.'),
    created_at: datetimeSchema,
  },
  present: (call: AiCallRow) => ({
    id: Number(call.id),
    attributes: {
      subject_id: call.subject_id === null ? null : Number(call.subject_id),
      price: call.price_micros === null ? null : decimalPrice(Number(call.price_micros)),
      currency: CURRENCY,
    },
  }),
});

const paged = page(aiCallResource);
const totals = z
  .object({
    input_tokens: countSchema.describe('Tokens that were sent.'),
    output_tokens: countSchema.describe('Tokens of the answers.'),
    price: z.string().describe('Decimal string; of the calls that have a price.'),
    currency,
    unpriced_calls: countSchema.describe('How many calls have no price, which `price` leaves out.'),
  })
  .describe('Of all calls that the filters admit.');

/** A page of AI requests, with the totals of all of them. */
export const aiCallPage = presenter(
  paged.schema.extend({ meta: paged.schema.shape.meta.extend({ totals }) }),
  (calls: AiCallPage, context) => {
    const { data, meta } = paged.present(calls, context);
    const { price_micros, ...rest } = calls.totals;
    return { data, meta: { ...meta, totals: { ...rest, price: decimalPrice(price_micros), currency: CURRENCY } } };
  },
);

export const aiCallsArea = area({
  tag: {
    name: 'AI calls',
    group: 'Administration',
    description: 'AI calls for a partner or an execution, and their cost; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/ai-calls',
      summary: 'List AI calls with tokens and price, newest first',
      extension: true,
      operation: listAiCalls,
      body: aiCallPage,
    }),
  ],
});
