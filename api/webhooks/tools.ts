import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getDeliveryRoute,
  getWebhookRoute,
  listAttemptsRoute,
  listDeliveriesRoute,
  listEventTypesRoute,
  listWebhooksRoute,
  pauseWebhookRoute,
  recoverDeliveriesRoute,
  resendDeliveryRoute,
  resumeWebhookRoute,
  rotateSecretRoute,
  testWebhookRoute,
  toggleWebhookRoute,
  updateWebhookRoute,
} from './routes.ts';

const byDelivery = { event_id: 'evt' };

/** Webhook endpoints, what was sent to them, and what became of it. */
export const webhookTools: Tool[] = [
  tool(listWebhooksRoute, {
    name: 'list_webhooks',
    title: 'List webhooks',
    description: 'Lists the endpoints that are told of events, newest first.',
    annotations: READS,
  }),
  tool(getWebhookRoute, {
    name: 'get_webhook',
    title: 'Read a webhook',
    description: 'Reads one webhook with its health: last answer, failures in a row, why it was switched off.',
    annotations: READS,
  }),
  tool(listEventTypesRoute, {
    name: 'list_webhook_events',
    title: 'List events for webhooks',
    description: 'Lists the events that webhooks can subscribe to, with an example and the JSON Schema of each.',
    annotations: READS,
  }),
  tool(createWebhookRoute, {
    name: 'create_webhook',
    title: 'Create a webhook',
    description:
      'Adds an endpoint that is told of events. The answer has its signing secret, which is shown only once.',
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(updateWebhookRoute, {
    name: 'update_webhook',
    title: 'Change a webhook',
    description: 'Changes address, events, description or activity of a webhook; what is left out stays.',
    annotations: CHANGES,
  }),
  tool(toggleWebhookRoute, {
    name: 'toggle_webhook',
    title: 'Toggle a webhook',
    description: 'Switches a webhook off, or on again with a clean record.',
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  tool(pauseWebhookRoute, {
    name: 'pause_webhook',
    title: 'Pause a webhook',
    description: 'Holds deliveries to a webhook back until it is resumed.',
    annotations: CHANGES,
  }),
  tool(resumeWebhookRoute, {
    name: 'resume_webhook',
    title: 'Resume a webhook',
    description: 'Sends what was held back for a webhook, and all that comes.',
    annotations: CHANGES,
  }),
  tool(testWebhookRoute, {
    name: 'test_webhook',
    title: 'Test a webhook',
    description: 'Sends a test to a webhook at once and reports what it answered.',
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(rotateSecretRoute, {
    name: 'rotate_webhook_secret',
    title: 'Rotate the secret of a webhook',
    description: 'Gives a webhook a new signing secret, shown only once; the old one signs along for a while.',
    annotations: { ...ENDS, idempotentHint: false },
  }),
  tool(deleteWebhookRoute, {
    name: 'delete_webhook',
    title: 'Delete a webhook',
    description: 'Removes a webhook; nothing more is sent to it.',
    annotations: ENDS,
  }),
  tool(listDeliveriesRoute, {
    name: 'list_webhook_deliveries',
    title: 'List deliveries to a webhook',
    description: 'Lists deliveries to a webhook, newest first; `meta.next_cursor` leads to the next ones.',
    annotations: READS,
  }),
  tool(getDeliveryRoute, {
    name: 'get_webhook_delivery',
    title: 'Read a delivery',
    description: 'Reads one delivery to a webhook with the body that is sent.',
    rename: byDelivery,
    whole: ['request_body'],
    annotations: READS,
  }),
  tool(listAttemptsRoute, {
    name: 'list_delivery_attempts',
    title: 'List attempts at a delivery',
    description: 'Lists every try to deliver an event to a webhook, oldest first, with what the endpoint answered.',
    rename: byDelivery,
    annotations: READS,
  }),
  tool(resendDeliveryRoute, {
    name: 'resend_delivery',
    title: 'Send an event again',
    description: 'Sends an event to a webhook once more, under the same id.',
    rename: byDelivery,
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(recoverDeliveriesRoute, {
    name: 'recover_deliveries',
    title: 'Recover deliveries',
    description: 'Sends what failed or was skipped for a webhook in a time range; `dry_run` only counts.',
    annotations: { ...ADDS, openWorldHint: true },
  }),
];
