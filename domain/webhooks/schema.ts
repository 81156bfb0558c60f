import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { ownedBy } from '../kernel/ownership.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import {
  integer,
  jsonObject,
  looseText,
  moment,
  onceValid,
  PAGE_CURSOR,
  pageQuery,
  recordId,
  resettable,
  text,
} from '../kernel/schema.ts';
import { EVENT_NAMES, findEventType, REPORTED_NAMES } from './catalogue.ts';
import { ATTEMPTS_SHOWN, findDelivery } from './deliveries-store.ts';
import { TEST_EVENT } from './signature.ts';
import { findEndpoint } from './store.ts';
import { DELIVERY_STATUSES, type WebhookDeliveryRow, type WebhookEndpointRow } from './table.ts';

const MAX_URL_LENGTH = 2_048;
const MAX_DESCRIPTION_LENGTH = 255;
/** Longest time that both secrets sign after a rotation, hours. */
const MAX_OVERLAP_HOURS = 168;

const webhookId = recordId.describe('Id of a webhook.');
/** Path of an endpoint. */
export const webhookParams = z.object({ id: webhookId });
/** Path of an event's delivery to an endpoint. */
export const deliveryParams = webhookParams.extend({
  evt: z
    .string()
    .regex(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/, 'Must be an id that begins with evt_.')
    .describe('Id of the event, `evt_…`.'),
});

/** A well-formed URL; whether the service may call it is checked elsewhere. */
const urlField = text(MAX_URL_LENGTH).meta({ format: 'uri' }).describe('Where events are sent; must be https.');
const events = z
  .array(z.enum(EVENT_NAMES), 'Must be an array.')
  .min(1, 'Must name at least one event.')
  .max(100, 'Must name at most 100 events.')
  .transform((names) => [...new Set(names)])
  .describe('Events that it receives; `GET /partners/webhooks/events` lists them.');
const DESCRIPTION = 'What the webhook is for, in your own words.';
const description = looseText(MAX_DESCRIPTION_LENGTH).describe(DESCRIPTION);

/** A new endpoint; it is active unless the body says otherwise. */
export const createWebhookBody = z.object({
  url: urlField,
  events,
  description: description.default(''),
  active: z.boolean().default(true).describe('Whether events are sent; otherwise deliveries are `skipped`.'),
});

/** Fields of an endpoint to change. */
export const updateWebhookBody = z.object({
  url: urlField.optional(),
  events: events.optional(),
  description: resettable(description, '').describe(`${DESCRIPTION} null clears it.`),
  active: z
    .boolean()
    .optional()
    .describe('Whether events are sent; `true` switches it on and resets `failure_count` to 0.'),
});

/** How long the previous secret continues to sign. */
export const rotateSecretBody = z.object({
  overlap_hours: integer(0, MAX_OVERLAP_HOURS).default(24).describe('How long the old secret also keeps signing.'),
});

/** The endpoint that a test event is sent to. */
export const testWebhookBody = z.object({ webhook_id: webhookId });

/** A page of the partner's endpoints. */
export const listWebhooksQuery = z.object(pageQuery());

const inOrder = ({ since, until }: { since?: Date | undefined; until?: Date | undefined }) =>
  since === undefined || until === undefined || until >= since;
const NOT_IN_ORDER = { path: ['until'], error: 'Must not be before `since`.', ...onceValid('since', 'until') };

/** Filters of an endpoint's deliveries, and the cursor of the page. */
export const listDeliveriesQuery = z
  .object({
    status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this state.'),
    event: z
      .enum([...EVENT_NAMES, TEST_EVENT])
      .optional()
      .describe('Only deliveries of this event; `webhook.test` for tests.'),
    since: moment.optional().describe('Only deliveries created at or after this time.'),
    until: moment.optional().describe('Only deliveries created at or before this time.'),
    cursor: PAGE_CURSOR,
    per_page: integer(1, 100).default(20).describe('Entries per page.'),
  })
  .refine(inOrder, NOT_IN_ORDER);

/** How many attempts of a delivery. */
export const listAttemptsQuery = z.object({
  per_page: integer(1, ATTEMPTS_SHOWN).default(ATTEMPTS_SHOWN).describe('Returns this many of the newest attempts.'),
});

/** Which deliveries to send again: those of a time range. */
export const recoverBody = z
  .object({
    since: moment.describe('Deliveries created at or after this time.'),
    until: moment.optional().describe('Defaults to now.'),
    only_failed: z.boolean().default(false).describe('Excludes deliveries skipped while the endpoint was inactive.'),
    dry_run: z.boolean().default(false).describe('Counts without sending.'),
  })
  .refine(inOrder, NOT_IN_ORDER);

/** Body of an event from an upstream system; `data` has the schema of its type. */
export const publishEventBody = z
  .object({
    type: z.enum(REPORTED_NAMES),
    data: jsonObject().describe('Data of the event; `webhooks` in this document describes it for each type.'),
  })
  .transform(({ type, data }, context) => {
    const parsed = findEventType(type)?.data.safeParse(data, { reportInput: true });
    if (parsed?.success) return { type, data: parsed.data };
    for (const [field, messages] of Object.entries(parsed ? detailsOf(parsed.error) : {})) {
      for (const message of messages) {
        context.addIssue({
          code: 'custom',
          message,
          path: field === 'body' ? ['data'] : ['data', ...field.split('.')],
        });
      }
    }
    return z.NEVER;
  });

const urlBody = z.object({ url: urlField });

/** Validation errors for the URL in a body that the service must not call; empty if it may, or without a URL. */
export async function checkAddress(deps: Deps, body: unknown): Promise<ErrorDetails> {
  const { data } = urlBody.safeParse(body);
  const objection = data ? await deps.sender.objection(data.url) : null;
  return objection === null ? {} : { url: [objection] };
}

/** The caller's endpoint; 404 when there is none, 403 when it is another partner's. */
export async function ownEndpoint(deps: Deps, call: Call, params: { id: number }): Promise<WebhookEndpointRow> {
  return ownedBy(call, 'Webhook', await findEndpoint(deps.db, params.id), (endpoint) => endpoint.partner_id);
}

/** A delivery with its endpoint. */
interface DeliveryTarget {
  endpoint: WebhookEndpointRow;
  delivery: WebhookDeliveryRow;
}

/** A delivery to the caller's endpoint. */
export async function ownDelivery(
  deps: Deps,
  call: Call,
  params: { id: number; evt: string },
): Promise<DeliveryTarget> {
  const endpoint = await ownEndpoint(deps, call, params);
  const delivery = await findDelivery(deps.db, endpoint.id, params.evt);
  if (!delivery) throw notFound('Delivery');
  return { endpoint, delivery };
}
