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
    subject_type: z.string().nullable().describe('Type of record that the call was made for, such as `execution`.'),
    subject_id: idSchema.nullable().describe('Number of that record; null if there is none.'),
    model: z.string().describe('The model called.'),
    sandbox: z.boolean().describe('Whether it went to the sandbox provider, like calls of sandbox keys.'),
    outcome: z
      .enum(OUTCOMES)
      .describe('`ok`: answered; `aborted`: the service stopped waiting. The others are provider errors.'),
    requests: countSchema.describe('More than one if the provider rejected a form of the request.'),
    input_tokens: countSchema.describe('Input tokens as counted by the provider.'),
    output_tokens: countSchema.describe('Output tokens as counted by the provider.'),
    price: z.string().nullable().describe('Decimal string, at list price; null if the model has no price.'),
    currency,
    duration_ms: countSchema.describe('Total duration of the call, in milliseconds.'),
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
    input_tokens: countSchema.describe('Input tokens.'),
    output_tokens: countSchema.describe('Output tokens.'),
    price: z.string().describe('Decimal string; total of the calls that have a price.'),
    currency,
    unpriced_calls: countSchema.describe('Number of calls without a price, which `price` excludes.'),
  })
  .describe('Totals of all calls that match the filters.');

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
