import type { Tx } from '../kernel/deps.ts';
import { insertDeliveries, type WrittenEvent } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';

/**
 * Adds a delivery to every endpoint that subscribes to an event, in the transaction of the event. Workers are notified
 * of idle endpoints; a running drain is notified of the new delivery on its endpoint's topic. Temporal is not involved,
 * so that deliveries that can be sent at once do not wait for a workflow.
 */
export async function addDeliveries(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  const endpoints = await insertDeliveries(tx.em, tx.now, events);
  for (const { id, woken } of endpoints) tx.notify(woken ? WOKEN_TOPIC : endpointTopic(id));
}
