import { z } from 'zod';
import { createWebhook, type EndpointWithSecret } from '../../domain/webhooks/operations/create-webhook.ts';
import { deleteWebhook } from '../../domain/webhooks/operations/delete-webhook.ts';
import { getWebhook } from '../../domain/webhooks/operations/get-webhook.ts';
import { listAttempts } from '../../domain/webhooks/operations/list-attempts.ts';
import { listDeliveries } from '../../domain/webhooks/operations/list-deliveries.ts';
import { listEventTypes } from '../../domain/webhooks/operations/list-event-types.ts';
import { listWebhooks } from '../../domain/webhooks/operations/list-webhooks.ts';
import { pauseWebhook, resumeWebhook } from '../../domain/webhooks/operations/pause-webhook.ts';
import { publishEvent } from '../../domain/webhooks/operations/publish-event.ts';
import { recoverDeliveries } from '../../domain/webhooks/operations/recover-deliveries.ts';
import { resendDelivery } from '../../domain/webhooks/operations/resend-delivery.ts';
import { rotateSecret } from '../../domain/webhooks/operations/rotate-secret.ts';
import { testWebhook } from '../../domain/webhooks/operations/test-webhook.ts';
import { toggleWebhook } from '../../domain/webhooks/operations/toggle-webhook.ts';
import { updateWebhook } from '../../domain/webhooks/operations/update-webhook.ts';
import { listOf } from '../presenters.ts';
import { countSchema, dataSchema, listSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import {
  attemptSchema,
  deliverySchema,
  eventTypeSchema,
  presentAttempt,
  presentDeliveries,
  presentDelivery,
  presentEventType,
  presentTest,
  presentWebhook,
  secretMetaSchema,
  testSchema,
  webhookSchema,
} from './presenter.ts';

const PREFIX = '/partners/webhooks';
const CREATED_WARNING = 'Store this secret now; it is shown only once.';
const ROTATED_WARNING = `${CREATED_WARNING} X-Service-Signature is made with it from now on.`;

const one = dataSchema(webhookSchema);
const withSecret = one.extend({ meta: secretMetaSchema });
const presentOne = (endpoint: Parameters<typeof presentWebhook>[0]) => ({ data: presentWebhook(endpoint) });

function presentWithSecret({ endpoint, secret }: EndpointWithSecret, warning: string): Record<string, unknown> {
  return { data: presentWebhook(endpoint), meta: { secret, warning } };
}

/** Webhook endpoints, their deliveries, and the events that feed them. */
export const webhookRoutes: Route[] = [
  route({
    method: 'GET',
    path: PREFIX,
    summary: 'List webhooks, newest first',
    operation: listWebhooks,
    present: (page) => listOf(page, presentWebhook),
    response: listSchema(webhookSchema),
  }),
  route({
    method: 'POST',
    path: PREFIX,
    summary: 'Add a webhook; its signing secret is in this answer only',
    operation: createWebhook,
    status: 201,
    present: (created) => presentWithSecret(created, CREATED_WARNING),
    response: withSecret,
    secrets: ['meta.secret'],
    errors: ['WEBHOOK_LIMIT_REACHED'],
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/events`,
    summary: 'Events that webhooks can subscribe to; unpaged',
    operation: listEventTypes,
    present: (types) => ({ data: types.map(presentEventType) }),
    response: dataSchema(z.array(eventTypeSchema)),
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/test`,
    summary: 'Send a test to a webhook at once',
    operation: testWebhook,
    errors: ['NOT_FOUND'],
    present: (test) => ({ data: presentTest(test) }),
    response: dataSchema(testSchema),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{id}`,
    summary: 'One webhook',
    extension: true,
    operation: getWebhook,
    present: presentOne,
    response: one,
  }),
  route({
    method: 'PATCH',
    path: `${PREFIX}/{id}`,
    summary: 'Change a webhook',
    extension: true,
    operation: updateWebhook,
    present: presentOne,
    response: one,
  }),
  route({ method: 'DELETE', path: `${PREFIX}/{id}`, summary: 'Remove a webhook', operation: deleteWebhook }),
  route({
    method: 'PUT',
    path: `${PREFIX}/{id}/toggle`,
    summary: 'Switch a webhook off, or on again with a clean record',
    extension: true,
    operation: toggleWebhook,
    present: presentOne,
    response: one,
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/rotate-secret`,
    summary: 'Give a webhook a new signing secret',
    extension: true,
    operation: rotateSecret,
    present: (rotated) => presentWithSecret(rotated, ROTATED_WARNING),
    response: withSecret,
    secrets: ['meta.secret'],
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/pause`,
    summary: 'Hold deliveries back',
    extension: true,
    operation: pauseWebhook,
    present: presentOne,
    response: one,
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/resume`,
    summary: 'Send what was held back, and all that comes',
    extension: true,
    operation: resumeWebhook,
    present: presentOne,
    response: one,
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{id}/deliveries`,
    summary: 'Deliveries to a webhook, newest first, by cursor',
    extension: true,
    operation: listDeliveries,
    present: presentDeliveries,
    response: z.object({
      data: z.array(deliverySchema),
      meta: z.object({ per_page: z.int().positive(), next_cursor: z.string().nullable() }),
    }),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{id}/deliveries/{evt}/attempts`,
    summary: 'Every try to deliver an event, oldest first; unpaged',
    extension: true,
    operation: listAttempts,
    present: (attempts) => ({ data: attempts.map(presentAttempt) }),
    response: dataSchema(z.array(attemptSchema)),
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/deliveries/{evt}/resend`,
    summary: 'Send an event once more, under the same id',
    extension: true,
    operation: resendDelivery,
    status: 202,
    present: ({ delivery }) => ({ data: presentDelivery(delivery) }),
    response: dataSchema(deliverySchema),
    errors: ['CONFLICT', 'GONE'],
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/recover`,
    summary: 'Send what failed or was skipped in a time range',
    extension: true,
    operation: recoverDeliveries,
    status: 202,
    present: ({ matched, recovered, dryRun }) => ({ data: { matched, recovered, dry_run: dryRun } }),
    response: dataSchema(z.object({ matched: countSchema, recovered: countSchema, dry_run: z.boolean() })),
    errors: ['CONFLICT'],
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/events',
    summary: "Report an event of a partner to the partner's webhooks",
    extension: true,
    operation: publishEvent,
    status: 202,
    present: (id) => ({ data: { id } }),
    response: dataSchema(z.object({ id: z.string() })),
  }),
];
