import { z } from 'zod';
import { recordId } from '../../../domain/kernel/schema.ts';
import { EVENT_NAMES } from '../../../domain/webhooks/catalogue.ts';
import { listAttempts } from '../../../domain/webhooks/operations/list-attempts.ts';
import { listDeliveries } from '../../../domain/webhooks/operations/list-deliveries.ts';
import { recoverDeliveries } from '../../../domain/webhooks/operations/recover-deliveries.ts';
import { resendDelivery } from '../../../domain/webhooks/operations/resend-delivery.ts';
import { dataSchema } from '../../response-schemas.ts';
import {
  attemptSchema,
  deliverySchema,
  presentAttempt,
  presentDeliveries,
  presentDelivery,
} from '../../webhooks/presenter.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { ADDS, READS, type Tool } from '../tool.ts';

const webhookId = recordId.describe('Id of a webhook.');
const datetime = z.iso.datetime({ offset: true });
const delivery = z.object({
  webhook_id: webhookId,
  event_id: z.string().max(30).describe('Id of the event, `evt_…`.'),
});
const byDelivery = ({ webhook_id, event_id }: z.output<typeof delivery>) => ({
  params: { id: webhook_id, evt: event_id },
});

/** What was sent to webhooks, and what became of it. */
export const webhookDeliveryTools: Tool[] = [
  operationTool({
    name: 'list_webhook_deliveries',
    title: 'List deliveries to a webhook',
    description: 'Lists deliveries to a webhook, newest first; `meta.next_cursor` leads to the next ones.',
    arguments: z.object({
      webhook_id: webhookId,
      status: z.enum(['pending', 'delivered', 'failed', 'skipped']).optional(),
      event: z.enum(EVENT_NAMES).optional(),
      since: datetime.optional(),
      until: datetime.optional(),
      cursor: z.string().max(20).optional().describe('`next_cursor` of the page before.'),
      per_page: pageArguments.per_page,
    }),
    operation: listDeliveries,
    request: ({ webhook_id, ...query }) => ({ params: { id: webhook_id }, input: query }),
    output: z.object({
      data: z.array(deliverySchema),
      meta: z.object({ per_page: z.int(), next_cursor: z.string().nullable() }),
    }),
    present: presentDeliveries,
    annotations: READS,
  }),
  operationTool({
    name: 'list_delivery_attempts',
    title: 'List attempts at a delivery',
    description: 'Lists every try to deliver an event to a webhook, oldest first, with what the endpoint answered.',
    arguments: delivery,
    operation: listAttempts,
    request: byDelivery,
    output: dataSchema(z.array(attemptSchema)),
    present: (attempts) => ({ data: attempts.map(presentAttempt) }),
    annotations: READS,
  }),
  operationTool({
    name: 'resend_delivery',
    title: 'Send an event again',
    description: 'Sends an event to a webhook once more, under the same id.',
    arguments: delivery,
    operation: resendDelivery,
    request: byDelivery,
    output: dataSchema(deliverySchema),
    present: (resent) => ({ data: presentDelivery(resent.delivery) }),
    annotations: { ...ADDS, openWorldHint: true },
  }),
  operationTool({
    name: 'recover_deliveries',
    title: 'Recover deliveries',
    description: 'Sends what failed or was skipped for a webhook in a time range; `dry_run` only counts.',
    arguments: z.object({
      webhook_id: webhookId,
      since: datetime,
      until: datetime.optional().describe('Now, when left out.'),
      only_failed: z.boolean().optional().describe('Leaves alone what was skipped while the endpoint was inactive.'),
      dry_run: z.boolean().optional().describe('Only counts.'),
    }),
    operation: recoverDeliveries,
    request: ({ webhook_id, ...input }) => ({ params: { id: webhook_id }, input }),
    output: dataSchema(z.object({ matched: z.int(), recovered: z.int(), dry_run: z.boolean() })),
    present: ({ matched, recovered, dryRun }) => ({ data: { matched, recovered, dry_run: dryRun } }),
    annotations: { ...ADDS, openWorldHint: true },
  }),
];
