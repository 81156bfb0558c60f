import type { PublishedEvent } from '../infra/database/port.ts';
import type { Tx } from './kernel/deps.ts';
import { addDeliveries } from './webhooks/wake.ts';
import { addFirings } from './workflow-triggers/publisher.ts';

/** Passes published events to webhooks and triggers, in the transaction that publishes them. */
export async function fanOut(tx: Tx, events: readonly PublishedEvent[]): Promise<void> {
  await addDeliveries(tx, events);
  await addFirings(tx, events);
}
