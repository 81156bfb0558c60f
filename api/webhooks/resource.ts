import { z } from 'zod';
import type { EventType } from '../../domain/webhooks/catalogue.ts';
import type { EndpointWithSecret } from '../../domain/webhooks/operations/create-webhook.ts';
import type { DeliveryPage, DeliveryWithBody, ListedAttempt } from '../../domain/webhooks/operations/reads.ts';
import type { Recovery } from '../../domain/webhooks/operations/recover-deliveries.ts';
import type { WebhookTest } from '../../domain/webhooks/operations/test-webhook.ts';
import { standardSecret } from '../../domain/webhooks/signature.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_STATUSES,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from '../../domain/webhooks/table.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetime, datetimeSchema, idSchema, one, presenter, record, resource } from '../resource.ts';

const text = z.string();
const responseCode = z.int().nullable();
const headers = z.record(text, text).nullable();

/** An endpoint, without its secret. */
export const webhookResource = resource({
  type: 'webhook',
  attributes: {
    url: text.describe('Where events are sent.'),
    events: z.array(text).describe('Events that it receives.'),
    description: text.describe("The partner's note; may be empty."),
    active: z.boolean().describe('Whether it receives events; the service switches it off if it fails for days.'),
    paused: z.boolean().describe('Whether deliveries are held back.'),
    disabled_reason: text.nullable().describe('Why the service switched it off.'),
    secret_unreadable_at: datetimeSchema
      .nullable()
      .describe(
        'Since when the service cannot read the signing secret. Deliveries wait; rotate the secret to send them.',
      ),
    last_triggered_at: datetimeSchema.nullable().describe('When it was last called; null if never.'),
    last_response_code: responseCode.describe('HTTP status of its last response; null if there was none.'),
    failure_count: countSchema.describe('Failed attempts since the last success.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, deliveries: text },
  present: (endpoint: WebhookEndpointRow, { language }) => {
    const self = pathOf(endpoint.id);
    const { disabled_reason: reason } = endpoint;
    return {
      attributes: { disabled_reason: reason && translate(reason, language) },
      links: { self, deliveries: `${self}/deliveries` },
    };
  },
});

const oneWebhook = one(webhookResource);

/** An endpoint with its secret, which is shown only once, and a warning. */
export function webhookWithSecret(warning: string) {
  const meta = z.object({
    secret: text
      .nullable()
      .describe('Signing secret, 64 characters, shown once; null if the response is repeated for an Idempotency-Key.'),
    secret_standard: text
      .nullable()
      .describe('The same secret in the Standard Webhooks format, for its libraries: `whsec_` and base64.'),
    warning: text.describe('What to do about the secret, as a sentence for people.'),
  });
  return presenter(oneWebhook.schema.extend({ meta }), ({ endpoint, secret }: EndpointWithSecret, context) => ({
    ...oneWebhook.present(endpoint, context),
    meta: { secret, secret_standard: secret && standardSecret(secret), warning },
  }));
}

/** An event type with the schema of its data. */
export const eventType = presenter(
  z
    .object({
      name: text.describe("Event name, as used in a webhook's `events`."),
      description: text.describe('When it is published.'),
      payload_example: z
        .record(text, z.unknown())
        .describe('An example of `data`, plus the event name as `event`, which deliveries omit.'),
      schema: z.record(text, z.unknown()).describe('JSON Schema 2020-12 of `data`.'),
      extension: z.boolean().describe('Whether it is an addition to the events that upstream systems report.'),
    })
    .meta({ title: 'WebhookEventType' }),
  ({ name, description, example, data, isExtension }: EventType, { language }) => ({
    name,
    description: translate(description, language),
    payload_example: example,
    schema: { ...z.toJSONSchema(data, { io: 'input' }) },
    extension: isExtension === true,
  }),
);

/** The result of a test. */
export const webhookTest = presenter(
  z
    .object({
      webhook_id: idSchema.describe('The webhook that was tested.'),
      delivery_id: text.describe('Id of the delivery that records the test with request and response.'),
      delivered: z.boolean().describe('Whether the endpoint answered with a 2xx.'),
      response_code: responseCode.describe('HTTP status of the response; null if there was none.'),
      duration_ms: countSchema.describe('Duration of the exchange, in milliseconds.'),
      error: text.nullable(),
    })
    .meta({ title: 'WebhookTest' }),
  ({ webhookId, eventId, result }: WebhookTest, { language }) => ({
    webhook_id: webhookId,
    delivery_id: eventId,
    delivered: result.error === null,
    response_code: result.responseCode,
    duration_ms: Math.round(result.durationMs),
    error: result.error && translate(result.error, language),
  }),
);

const deliveryShape = {
  type: 'webhook_delivery',
  id: text.describe('Id of the event, as in `X-Service-Delivery`.'),
  links: { attempts: text, resend: text },
} as const;

const deliveryAttributes = {
  event: text.describe('Event name; `webhook.test` for a test.'),
  status: z
    .enum(DELIVERY_STATUSES)
    .describe(
      '`pending`: still being tried; `failed`: given up; `skipped`: the webhook was inactive, or was switched off before.',
    ),
  attempts: countSchema.describe('Attempts so far, including interrupted ones.'),
  next_attempt_at: datetimeSchema.nullable().describe('Time of the next attempt; null unless it is `pending`.'),
  last_response_code: responseCode.describe('HTTP status of the latest response; null if there was none.'),
  created_at: datetimeSchema,
  finished_at: datetimeSchema
    .nullable()
    .describe('When it was delivered, given up or skipped; null while it is `pending`.'),
};

/** A delivery to an endpoint. */
export const deliveryResource = resource({
  ...deliveryShape,
  attributes: deliveryAttributes,
  present: (delivery: WebhookDeliveryRow) => {
    const self = `${pathOf(delivery.endpoint_id)}/deliveries/${delivery.event_id}`;
    return {
      id: delivery.event_id,
      attributes: {
        event: delivery.event_type,
        next_attempt_at: delivery.status === 'pending' ? datetime(delivery.due_at) : null,
      },
      links: { attempts: `${self}/attempts`, resend: `${self}/resend` },
    };
  },
});

/** A delivery with its request body. */
export const deliveryDetailResource = resource({
  ...deliveryShape,
  name: 'WebhookDeliveryDetail',
  attributes: {
    ...deliveryAttributes,
    url: text.describe('Address of the webhook, used by further attempts.'),
    request_body: text.nullable().describe('Body sent by each attempt, byte for byte; null once it is no longer kept.'),
  },
  present: ({ delivery, url, body }: DeliveryWithBody, context) => {
    const { id, attributes, links } = deliveryResource.present(delivery, context);
    return { id, attributes: { ...attributes, url, request_body: body }, links };
  },
});

/** A page of deliveries, with a link to the next. */
export const deliveryPage = presenter(
  z
    .object({
      data: z.array(deliveryResource.schema),
      meta: z.object({
        per_page: z.int().positive().describe('Entries per page, as requested.'),
        next_cursor: text.nullable().describe('The `cursor` of the next page; null on the last.'),
      }),
    })
    .meta({ title: 'WebhookDeliveryPage' }),
  ({ rows, perPage, nextCursor }: DeliveryPage, context) => ({
    data: rows.map((row) => deliveryResource.present(row, context)),
    meta: { per_page: perPage, next_cursor: nextCursor },
  }),
);

/** An attempt to deliver. */
export const attempt = record(
  z
    .object({
      number: z.int().describe('Number of the attempt, from 1; resends continue the count.'),
      outcome: z.enum(ATTEMPT_OUTCOMES).describe('Interrupted attempts do not count toward the retry schedule.'),
      response_code: responseCode.describe('HTTP status of the response; null if there was none.'),
      error_class: text
        .nullable()
        .describe(
          'Why it failed, such as `http` (no 2xx), `timeout`, `dns`, `connect` or `tls`; null if it succeeded.',
        ),
      error: text.nullable(),
      request_headers: headers.describe('As sent, without signatures; null if nothing was sent.'),
      response_excerpt: text.nullable().describe('First 16 KiB of the response body; null if there was none.'),
      response_headers: headers.describe('At most 2 KiB, without cookies.'),
      duration_ms: countSchema
        .nullable()
        .describe('Duration in milliseconds; null if it was interrupted, or nothing was sent.'),
      started_at: datetimeSchema.describe('When it began.'),
    })
    .meta({ title: 'WebhookAttempt' }),
  ({ error }: ListedAttempt, { language }) => ({ error: error && translate(error, language) }),
);

/** The deliveries that a recovery found and made due. */
export const recovery = presenter(
  z
    .object({
      matched: countSchema.describe('Deliveries in the time range that can be resent.'),
      recovered: countSchema.describe('Deliveries queued again: at most 10,000, and none with `dry_run`.'),
      dry_run: z.boolean().describe('Whether they were only counted.'),
    })
    .meta({ title: 'WebhookRecovery' }),
  ({ matched, recovered, dryRun }: Recovery) => ({ matched, recovered, dry_run: dryRun }),
);

/** A published event, by its id. */
export const publishedEvent = presenter(z.object({ id: text }).meta({ title: 'PublishedEvent' }), (id: string) => ({
  id,
}));

function pathOf(id: number): string {
  return `/api/v1/partners/webhooks/${id}`;
}
