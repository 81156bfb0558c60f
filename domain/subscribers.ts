import type { PublishedEvent } from '../infra/database/port.ts';
import type { Tx } from './kernel/deps.ts';
import { addDeliveries } from './webhooks/publisher.ts';
import { addFirings } from './workflow-triggers/publisher.ts';

/** Gives published events to all who want them, in the transaction that publishes them: webhooks and triggers. */
export async function fanOut(tx: Tx, events: readonly PublishedEvent[]): Promise<void> {
  await addDeliveries(tx, events);
  await addFirings(tx, events);
}
