import { z } from 'zod';
import type { EventType } from '../../domain/webhooks/catalogue.ts';
import type { DeliveryPage } from '../../domain/webhooks/operations/list-deliveries.ts';
import type { WebhookTest } from '../../domain/webhooks/operations/test-webhook.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from '../../domain/webhooks/table.ts';
import { datetime, resource } from '../presenters.ts';
import { countSchema, datetimeSchema, idSchema, resourceSchema } from '../response-schemas.ts';

export const webhookSchema = resourceSchema(
  'webhook',
  {
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    active: z.boolean(),
    paused: z.boolean().describe('Deliveries wait.'),
    disabled_reason: z.string().nullable().describe('Why the service switched it off.'),
    last_triggered_at: datetimeSchema.nullable(),
    last_response_code: z.int().nullable(),
    failure_count: countSchema.describe('Failed attempts since the last success.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  { links: z.object({ self: z.string(), deliveries: z.string() }) },
);

export const secretMetaSchema = z.object({
  secret: z.string().nullable().describe('64 characters; null when the answer is given again for an Idempotency-Key.'),
  warning: z.string(),
});

export const eventTypeSchema = z.object({
  name: z.string(),
  description: z.string(),
  payload_example: z.record(z.string(), z.unknown()),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of `data`.'),
});

export const testSchema = z.object({
  webhook_id: idSchema,
  delivered: z.boolean(),
  response_code: z.int().nullable(),
  duration_ms: countSchema,
  error: z.string().nullable(),
});

export const deliverySchema = z.object({
  type: z.literal('webhook_delivery'),
  id: z.string().describe('Id of the event, as `X-Service-Delivery` has it.'),
  attributes: z.object({
    event: z.string(),
    status: z.enum(['pending', 'delivered', 'failed', 'skipped']),
    attempts: countSchema,
    next_attempt_at: datetimeSchema.nullable(),
    last_response_code: z.int().nullable(),
    created_at: datetimeSchema,
    finished_at: datetimeSchema.nullable(),
  }),
  links: z.object({ attempts: z.string(), resend: z.string() }),
});

export const attemptSchema = z.object({
  number: z.int(),
  outcome: z.enum(['succeeded', 'failed', 'interrupted']).describe('Interrupted ones do not use up the schedule.'),
  response_code: z.int().nullable(),
  error_class: z.string().nullable(),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable(),
  duration_ms: countSchema.nullable(),
  started_at: datetimeSchema,
});

/** An endpoint; never its secret. */
export function presentWebhook(endpoint: WebhookEndpointRow): Record<string, unknown> {
  const self = pathOf(endpoint.id);
  return resource({
    type: 'webhook',
    id: endpoint.id,
    attributes: {
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
      active: endpoint.active,
      paused: endpoint.paused,
      disabled_reason: endpoint.disabled_reason,
      last_triggered_at: datetime(endpoint.last_triggered_at),
      last_response_code: endpoint.last_response_code,
      failure_count: endpoint.failure_count,
      created_at: datetime(endpoint.created_at),
      updated_at: datetime(endpoint.updated_at),
    },
    links: { self, deliveries: `${self}/deliveries` },
  });
}

/** An event type with the form of its data. */
export function presentEventType(type: EventType): z.input<typeof eventTypeSchema> {
  const { name, description, example, data } = type;
  return {
    name,
    description,
    payload_example: example,
    schema: z.toJSONSchema(data, { io: 'input' }) as Record<string, unknown>,
  };
}

/** What came of a test. */
export function presentTest({ webhookId, result }: WebhookTest): z.input<typeof testSchema> {
  return {
    webhook_id: webhookId,
    delivered: result.error === null,
    response_code: result.responseCode,
    duration_ms: Math.round(result.durationMs),
    error: result.error,
  };
}

/** A delivery to an endpoint. */
export function presentDelivery(delivery: WebhookDeliveryRow): z.input<typeof deliverySchema> {
  const self = `${pathOf(delivery.endpoint_id)}/deliveries/${delivery.event_id}`;
  return {
    type: 'webhook_delivery',
    id: delivery.event_id,
    attributes: {
      event: delivery.event_type,
      status: delivery.status,
      attempts: delivery.attempts,
      next_attempt_at: delivery.status === 'pending' ? datetime(delivery.due_at) : null,
      last_response_code: delivery.last_response_code,
      created_at: datetime(delivery.created_at),
      finished_at: datetime(delivery.finished_at),
    },
    links: { attempts: `${self}/attempts`, resend: `${self}/resend` },
  };
}

/** A stretch of the list of deliveries, with the way to the next. */
export function presentDeliveries(page: DeliveryPage): Record<string, unknown> {
  return {
    data: page.rows.map(presentDelivery),
    meta: { per_page: page.perPage, next_cursor: page.nextCursor },
  };
}

/** One try to deliver. */
export function presentAttempt(attempt: WebhookAttemptRow): z.input<typeof attemptSchema> {
  const { number, outcome, response_code, error_class, error, response_excerpt, duration_ms, started_at } = attempt;
  return {
    number,
    outcome,
    response_code,
    error_class,
    error,
    response_excerpt,
    duration_ms,
    started_at: datetime(started_at),
  };
}

function pathOf(id: number): string {
  return `/api/v1/partners/webhooks/${id}`;
}
