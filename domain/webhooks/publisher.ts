import type { Tx } from '../kernel/deps.ts';
import { insertDeliveries, type WrittenEvent } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';

/**
 * Gives every endpoint that subscribes to an event a delivery, in the transaction of the event. Workers are told of endpoints that were idle;
 * the others have a drain, which the endpoint's own topic tells of the new delivery. The engine has no part in it: what can be sent at
 * once is not to wait for a workflow.
 */
export async function addDeliveries(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  const endpoints = await insertDeliveries(tx.em, tx.now, events);
  for (const { id, woken } of endpoints) tx.notify(woken ? WOKEN_TOPIC : endpointTopic(id));
}
