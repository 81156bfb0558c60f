import { createWebhook } from '../../domain/webhooks/operations/create-webhook.ts';
import { deleteWebhook } from '../../domain/webhooks/operations/delete-webhook.ts';
import { getDelivery } from '../../domain/webhooks/operations/get-delivery.ts';
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
import { all, one, page } from '../resource.ts';
import { type Route, route } from '../route.ts';
import {
  attempt,
  deliveryDetailResource,
  deliveryPage,
  deliveryResource,
  eventType,
  publishedEvent,
  recovery,
  webhookResource,
  webhookTest,
  webhookWithSecret,
} from './resource.ts';

const PREFIX = '/partners/webhooks';
const CREATED_WARNING = 'Store this secret now; it is shown only once.';
const ROTATED_WARNING = `${CREATED_WARNING} X-Service-Signature is made with it from now on.`;

const oneWebhook = one(webhookResource);

export const listWebhooksRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List webhooks, newest first',
  operation: listWebhooks,
  body: page(webhookResource),
});

export const createWebhookRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add a webhook; its signing secret is in this answer only',
  operation: createWebhook,
  status: 201,
  body: webhookWithSecret(CREATED_WARNING),
  secrets: ['meta.secret'],
  errors: ['WEBHOOK_LIMIT_REACHED'],
});

export const listEventTypesRoute = route({
  method: 'GET',
  path: `${PREFIX}/events`,
  operationId: 'listWebhookEventTypes',
  summary: 'Events that webhooks can subscribe to; unpaged',
  operation: listEventTypes,
  body: all(eventType),
});

export const testWebhookRoute = route({
  method: 'POST',
  path: `${PREFIX}/test`,
  operationId: 'testWebhookUrl',
  summary: 'Send a test to a webhook at once',
  operation: testWebhook,
  body: one(webhookTest),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const getWebhookRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One webhook',
  extension: true,
  operation: getWebhook,
  body: oneWebhook,
});

export const updateWebhookRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}`,
  summary: 'Change a webhook',
  extension: true,
  operation: updateWebhook,
  body: oneWebhook,
});

export const deleteWebhookRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a webhook',
  operation: deleteWebhook,
});

export const toggleWebhookRoute = route({
  method: 'PUT',
  path: `${PREFIX}/{id}/toggle`,
  operationId: 'toggleWebhook',
  summary: 'Switch a webhook off, or on again with a clean record',
  extension: true,
  operation: toggleWebhook,
  body: oneWebhook,
});

export const rotateSecretRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/rotate-secret`,
  summary: 'Give a webhook a new signing secret',
  extension: true,
  operation: rotateSecret,
  body: webhookWithSecret(ROTATED_WARNING),
  secrets: ['meta.secret'],
});

export const pauseWebhookRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/pause`,
  summary: 'Hold deliveries back',
  extension: true,
  operation: pauseWebhook,
  body: oneWebhook,
});

export const resumeWebhookRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/resume`,
  summary: 'Send what was held back, and all that comes',
  extension: true,
  operation: resumeWebhook,
  body: oneWebhook,
});

export const listDeliveriesRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/deliveries`,
  operationId: 'listWebhookDeliveries',
  summary: 'Deliveries to a webhook, newest first, by cursor',
  extension: true,
  operation: listDeliveries,
  body: deliveryPage,
});

export const getDeliveryRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/deliveries/{evt}`,
  operationId: 'getWebhookDelivery',
  summary: 'One delivery, with the body that is sent',
  extension: true,
  operation: getDelivery,
  body: one(deliveryDetailResource),
});

export const listAttemptsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/deliveries/{evt}/attempts`,
  operationId: 'listWebhookAttempts',
  summary: 'Every try to deliver an event, oldest first; unpaged',
  extension: true,
  operation: listAttempts,
  body: all(attempt),
});

export const resendDeliveryRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/deliveries/{evt}/resend`,
  operationId: 'resendWebhookDelivery',
  summary: 'Send an event once more, under the same id',
  extension: true,
  operation: resendDelivery,
  status: 202,
  body: one(deliveryResource),
  errors: ['CONFLICT', 'GONE'],
});

export const recoverDeliveriesRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/recover`,
  operationId: 'recoverWebhookDeliveries',
  summary: 'Send what failed or was skipped in a time range',
  extension: true,
  operation: recoverDeliveries,
  status: 202,
  body: one(recovery),
  errors: ['CONFLICT'],
});

const publishEventRoute = route({
  method: 'POST',
  path: '/3pi-partners/{partner_id}/events',
  summary: "Report an event of a partner to the partner's webhooks",
  extension: true,
  operation: publishEvent,
  status: 202,
  body: one(publishedEvent),
});

/** Webhook endpoints, their deliveries, and the events that feed them. */
export const webhookRoutes: Route[] = [
  listWebhooksRoute,
  createWebhookRoute,
  listEventTypesRoute,
  testWebhookRoute,
  getWebhookRoute,
  updateWebhookRoute,
  deleteWebhookRoute,
  toggleWebhookRoute,
  rotateSecretRoute,
  pauseWebhookRoute,
  resumeWebhookRoute,
  listDeliveriesRoute,
  getDeliveryRoute,
  listAttemptsRoute,
  resendDeliveryRoute,
  recoverDeliveriesRoute,
  publishEventRoute,
];
