import { z } from 'zod';
import { recordId } from '../../../domain/kernel/schema.ts';
import { createWebhook } from '../../../domain/webhooks/operations/create-webhook.ts';
import { deleteWebhook } from '../../../domain/webhooks/operations/delete-webhook.ts';
import { getWebhook } from '../../../domain/webhooks/operations/get-webhook.ts';
import { listEventTypes } from '../../../domain/webhooks/operations/list-event-types.ts';
import { listWebhooks } from '../../../domain/webhooks/operations/list-webhooks.ts';
import { pauseWebhook, resumeWebhook } from '../../../domain/webhooks/operations/pause-webhook.ts';
import { rotateSecret } from '../../../domain/webhooks/operations/rotate-secret.ts';
import { testWebhook } from '../../../domain/webhooks/operations/test-webhook.ts';
import { toggleWebhook } from '../../../domain/webhooks/operations/toggle-webhook.ts';
import { updateWebhook } from '../../../domain/webhooks/operations/update-webhook.ts';
import {
  createWebhookBody,
  rotateSecretBody,
  testWebhookBody,
  updateWebhookBody,
} from '../../../domain/webhooks/schema.ts';
import { listOf } from '../../presenters.ts';
import { dataSchema, listSchema } from '../../response-schemas.ts';
import {
  eventTypeSchema,
  presentEventType,
  presentTest,
  presentWebhook,
  testSchema,
  webhookSchema,
} from '../../webhooks/presenter.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { ADDS, CHANGES, ENDS, READS, type Tool } from '../tool.ts';

const one = z.object({ id: recordId.describe('Id of a webhook.') });
const byId = ({ id }: z.output<typeof one>) => ({ params: { id: id } });
const output = dataSchema(webhookSchema);
const withSecret = output.extend({
  meta: z.object({ secret: z.string().nullable().describe('Signing secret; shown only once.') }),
});
const present = (endpoint: Parameters<typeof presentWebhook>[0]) => ({ data: presentWebhook(endpoint) });
const shared = { arguments: one, request: byId, output, present };

/** Webhook endpoints. */
export const webhookTools: Tool[] = [
  operationTool({
    name: 'list_webhooks',
    title: 'List webhooks',
    description: 'Lists the endpoints that are told of events, newest first.',
    arguments: z.object(pageArguments),
    operation: listWebhooks,
    request: (given) => ({ input: given }),
    output: listSchema(webhookSchema),
    present: (page) => listOf(page, presentWebhook),
    annotations: READS,
  }),
  operationTool({
    ...shared,
    name: 'get_webhook',
    title: 'Read a webhook',
    description: 'Reads one webhook with its health: last answer, failures in a row, why it was switched off.',
    operation: getWebhook,
    annotations: READS,
  }),
  operationTool({
    name: 'list_webhook_events',
    title: 'List events for webhooks',
    description: 'Lists the events that webhooks can subscribe to, with an example and the JSON Schema of each.',
    arguments: z.object({}),
    operation: listEventTypes,
    output: dataSchema(z.array(eventTypeSchema)),
    present: (types) => ({ data: types.map(presentEventType) }),
    annotations: READS,
  }),
  operationTool({
    name: 'create_webhook',
    title: 'Create a webhook',
    description:
      'Adds an endpoint that is told of events. The answer has its signing secret, which is shown only once.',
    arguments: createWebhookBody,
    operation: createWebhook,
    output: withSecret,
    present: ({ endpoint, secret }) => ({ ...present(endpoint), meta: { secret } }),
    annotations: { ...ADDS, openWorldHint: true },
  }),
  operationTool({
    name: 'update_webhook',
    title: 'Change a webhook',
    description: 'Changes address, events, description or activity of a webhook; what is left out stays.',
    arguments: updateWebhookBody.extend(one.shape),
    operation: updateWebhook,
    request: ({ id, ...input }) => ({ ...byId({ id }), input }),
    output,
    present,
    annotations: CHANGES,
  }),
  operationTool({
    ...shared,
    name: 'toggle_webhook',
    title: 'Toggle a webhook',
    description: 'Switches a webhook off, or on again with a clean record.',
    operation: toggleWebhook,
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  operationTool({
    ...shared,
    name: 'pause_webhook',
    title: 'Pause a webhook',
    description: 'Holds deliveries to a webhook back until it is resumed.',
    operation: pauseWebhook,
    annotations: CHANGES,
  }),
  operationTool({
    ...shared,
    name: 'resume_webhook',
    title: 'Resume a webhook',
    description: 'Sends what was held back for a webhook, and all that comes.',
    operation: resumeWebhook,
    annotations: CHANGES,
  }),
  operationTool({
    name: 'test_webhook',
    title: 'Test a webhook',
    description: 'Sends a test to a webhook at once and reports what it answered.',
    arguments: testWebhookBody,
    operation: testWebhook,
    output: dataSchema(testSchema),
    present: (test) => ({ data: presentTest(test) }),
    annotations: { ...ADDS, openWorldHint: true },
  }),
  operationTool({
    name: 'rotate_webhook_secret',
    title: 'Rotate the secret of a webhook',
    description: 'Gives a webhook a new signing secret, shown only once; the old one signs along for a while.',
    arguments: rotateSecretBody.extend(one.shape),
    operation: rotateSecret,
    request: ({ id, ...input }) => ({ ...byId({ id }), input }),
    output: withSecret,
    present: ({ endpoint, secret }) => ({ ...present(endpoint), meta: { secret } }),
    annotations: { ...ENDS, idempotentHint: false },
  }),
  operationTool({
    name: 'delete_webhook',
    title: 'Delete a webhook',
    description: 'Removes a webhook; nothing more is sent to it.',
    arguments: one,
    operation: deleteWebhook,
    request: byId,
    output: z.object({ deleted: z.literal(true) }),
    present: () => ({ deleted: true }),
    annotations: ENDS,
  }),
];
