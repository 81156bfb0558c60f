import type { CommandOf } from '../kernel/command.ts';
import type { Tx } from '../kernel/deps.ts';
import { SKIP_BATCH_SIZE, skipInactive } from './drain-store.ts';
import { insertDeliveries, markDue, type WrittenEvent } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';
import type { WebhookEndpointRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'webhook.wake': {
      endpointId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
    };
  }
}

/** Command that starts the endpoint's workflow, which drains it now and whenever something is due. */
export function wakeCommand(
  endpoint: Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'>,
  requestId: string,
): CommandOf<'webhook.wake'> {
  return {
    kind: 'webhook.wake',
    endpointId: endpoint.id,
    rowKey: endpoint.row_key,
    partnerId: endpoint.partner_id,
    requestId,
  };
}

/** Ensures that the endpoint is drained after the commit. */
export async function wakeEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await markDue(tx.em, tx.now, [endpointId]);
  tx.notify(endpointTopic(endpointId));
  tx.notify(WOKEN_TOPIC);
}

/**
 * Skips pending deliveries of an endpoint that the transaction has switched off; a drain skips those beyond one batch.
 */
export async function skipWaiting(tx: Tx, endpointId: number): Promise<void> {
  const skipped = await skipInactive(tx.em, tx.now, endpointId);
  if (skipped === SKIP_BATCH_SIZE) await wakeEndpoint(tx, endpointId);
}

/**
 * Adds a delivery to every endpoint that subscribes to an event, in the transaction of the event. Workers are notified
 * of idle endpoints; a running drain is notified of the new delivery on its endpoint's topic. Temporal is not involved,
 * so that deliveries that can be sent at once do not wait for a workflow.
 */
export async function addDeliveries(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  const endpoints = await insertDeliveries(tx.em, tx.now, events);
  for (const { id, woken } of endpoints) tx.notify(woken ? WOKEN_TOPIC : endpointTopic(id));
}
