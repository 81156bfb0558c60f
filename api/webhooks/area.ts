import { createWebhook } from '../../domain/webhooks/operations/create-webhook.ts';
import { deleteWebhook } from '../../domain/webhooks/operations/delete-webhook.ts';
import { pauseWebhook, resumeWebhook } from '../../domain/webhooks/operations/pause-webhook.ts';
import { publishEvent } from '../../domain/webhooks/operations/publish-event.ts';
import {
  getDelivery,
  getWebhook,
  listAttempts,
  listDeliveries,
  listEventTypes,
  listWebhooks,
} from '../../domain/webhooks/operations/reads.ts';
import { recoverDeliveries, resendDelivery } from '../../domain/webhooks/operations/recover-deliveries.ts';
import { rotateSecret } from '../../domain/webhooks/operations/rotate-secret.ts';
import { testWebhook } from '../../domain/webhooks/operations/test-webhook.ts';
import { toggleWebhook, updateWebhook } from '../../domain/webhooks/operations/update-webhook.ts';
import { area } from '../area.ts';
import { DESTRUCTIVE, IDEMPOTENT, OUTBOUND } from '../mcp/tool-options.ts';
import { all, one, page } from '../resource.ts';
import { route } from '../route.ts';
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

const byDelivery = { event_id: 'evt' };

export const webhooksArea = area({
  tag: {
    name: 'Webhooks',
    group: 'Integration',
    description: 'Endpoints that receive events, and the status of each delivery.',
  },
  firstTools: [
    'list_webhooks',
    'get_webhook',
    'list_webhook_events',
    'create_webhook',
    'update_webhook',
    'toggle_webhook',
    'pause_webhook',
    'resume_webhook',
    'test_webhook',
    'rotate_webhook_secret',
  ],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List webhooks, newest first',
      operation: listWebhooks,
      body: page(webhookResource),
      neverCut: ['url'],
      tool: {
        name: 'list_webhooks',
        title: 'List webhooks',
        description: 'Lists the webhook endpoints, newest first.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add a webhook; only this response has its signing secret',
      operation: createWebhook,
      status: 201,
      body: webhookWithSecret(CREATED_WARNING),
      secrets: ['meta.secret', 'meta.secret_standard'],
      errors: ['WEBHOOK_LIMIT_REACHED'],
      tool: {
        name: 'create_webhook',
        title: 'Create a webhook',
        description: 'Adds an endpoint that receives events. Returns its signing secret, which is shown only once.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/events`,
      operationId: 'listWebhookEventTypes',
      summary: 'Events that webhooks can subscribe to; unpaged',
      operation: listEventTypes,
      body: all(eventType),
      tool: {
        name: 'list_webhook_events',
        title: 'List events for webhooks',
        description: 'Lists the events that webhooks can subscribe to, with an example and the JSON Schema of each.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/test`,
      operationId: 'testWebhookUrl',
      summary: 'Send a test event to a webhook',
      operation: testWebhook,
      body: one(webhookTest),
      errors: ['NOT_FOUND', 'CONFLICT'],
      tool: {
        name: 'test_webhook',
        title: 'Test a webhook',
        description: 'Sends a test to a webhook at once and returns the response.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One webhook',
      extension: true,
      operation: getWebhook,
      body: oneWebhook,
      tool: {
        name: 'get_webhook',
        title: 'Read a webhook',
        description: 'Reads one webhook with its health: last response, consecutive failures, why it was switched off.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change a webhook',
      extension: true,
      operation: updateWebhook,
      body: oneWebhook,
      tool: {
        name: 'update_webhook',
        title: 'Change a webhook',
        description:
          'Changes the address, events, description or active state of a webhook; omitted fields stay unchanged.',
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a webhook',
      operation: deleteWebhook,
      tool: {
        name: 'delete_webhook',
        title: 'Delete a webhook',
        description: 'Removes a webhook; nothing more is sent to it.',
      },
    }),

    route({
      method: 'PUT',
      path: `${PREFIX}/{id}/toggle`,
      operationId: 'toggleWebhook',
      summary: 'Switch a webhook off, or on again with its failure count reset',
      extension: true,
      operation: toggleWebhook,
      body: oneWebhook,
      tool: {
        name: 'toggle_webhook',
        title: 'Toggle a webhook',
        description: 'Switches a webhook off, or on again with its failure count reset.',
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/rotate-secret`,
      summary: 'Replace the signing secret of a webhook',
      extension: true,
      operation: rotateSecret,
      body: webhookWithSecret(ROTATED_WARNING),
      secrets: ['meta.secret', 'meta.secret_standard'],
      tool: {
        name: 'rotate_webhook_secret',
        title: 'Rotate the secret of a webhook',
        description:
          'Replaces the signing secret of a webhook, shown only once; the old one keeps signing for a while.',
        annotations: { ...DESTRUCTIVE, idempotentHint: false },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/pause`,
      summary: 'Pause deliveries',
      extension: true,
      operation: pauseWebhook,
      body: oneWebhook,
      tool: {
        name: 'pause_webhook',
        title: 'Pause a webhook',
        description: 'Holds back deliveries to a webhook until it is resumed.',
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/resume`,
      summary: 'Resume deliveries, including those held back',
      extension: true,
      operation: resumeWebhook,
      body: oneWebhook,
      tool: {
        name: 'resume_webhook',
        title: 'Resume a webhook',
        description: 'Resumes deliveries to a webhook, including those held back.',
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/deliveries`,
      operationId: 'listWebhookDeliveries',
      summary: 'Deliveries to a webhook, newest first',
      extension: true,
      operation: listDeliveries,
      body: deliveryPage,
      formerCursor: (cursor) => (/^[1-9]\d{0,14}$/.test(cursor) ? [cursor] : undefined),
      tool: {
        name: 'list_webhook_deliveries',
        title: 'List deliveries to a webhook',
        description: 'Lists deliveries to a webhook, newest first; pass `meta.next_cursor` for the next page.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/deliveries/{evt}`,
      operationId: 'getWebhookDelivery',
      summary: 'One delivery with its body',
      extension: true,
      operation: getDelivery,
      body: one(deliveryDetailResource),
      tool: {
        name: 'get_webhook_delivery',
        title: 'Read a delivery',
        description: 'Reads one delivery to a webhook with its body.',
        rename: byDelivery,
        whole: ['request_body'],
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/deliveries/{evt}/attempts`,
      operationId: 'listWebhookAttempts',
      summary: 'The newest 200 attempts to deliver an event, oldest first; unpaged',
      extension: true,
      operation: listAttempts,
      body: all(attempt),
      neverCut: ['response_excerpt'],
      tool: {
        name: 'list_delivery_attempts',
        title: 'List attempts at a delivery',
        description:
          "Lists the newest 200 attempts to deliver an event to a webhook, oldest first, with the endpoint's responses.",
        rename: byDelivery,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/deliveries/{evt}/resend`,
      operationId: 'resendWebhookDelivery',
      summary: 'Resend an event under the same id',
      extension: true,
      operation: resendDelivery,
      status: 202,
      body: one(deliveryResource),
      errors: ['CONFLICT', 'GONE'],
      tool: {
        name: 'resend_delivery',
        title: 'Resend an event',
        description: 'Resends an event to a webhook under the same id.',
        rename: byDelivery,
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/recover`,
      operationId: 'recoverWebhookDeliveries',
      summary: 'Resend failed and skipped deliveries of a time range',
      extension: true,
      operation: recoverDeliveries,
      status: 202,
      body: one(recovery),
      errors: ['CONFLICT'],
      tool: {
        name: 'recover_deliveries',
        title: 'Recover deliveries',
        description: 'Resends failed or skipped deliveries to a webhook in a time range; `dry_run` only counts them.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/events',
      summary: "Publish an event to the partner's webhooks",
      extension: true,
      operation: publishEvent,
      status: 202,
      body: one(publishedEvent),
    }),
  ],
});
