import type { EntityManager } from 'typeorm';
import { insertDeliveries, type WrittenEvent } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';

/**
 * Gives every endpoint that subscribes to an event a delivery, in the transaction of the event. Workers are told of endpoints that were idle;
 * the others have a drain, which the endpoint's own topic tells of the new delivery. The engine has no part in it: what can be sent at
 * once is not to wait for a workflow. Returns the topics to be woken after the commit.
 */
export async function fanOut(em: EntityManager, now: Date, events: readonly WrittenEvent[]): Promise<string[]> {
  const endpoints = await insertDeliveries(em, now, events);
  const attended = endpoints.filter(({ woken }) => !woken).map(({ id }) => endpointTopic(id));
  return endpoints.length > attended.length ? [WOKEN_TOPIC, ...attended] : attended;
}
