import type { PublishedEvent } from '../infra/database/port.ts';
import type { Tx } from './kernel/deps.ts';
import { addNotifications } from './notifications/from-events.ts';
import { addDeliveries } from './webhooks/wake.ts';
import { addFirings } from './workflow-triggers/publisher.ts';

/** Passes published events to webhooks, triggers and people, in the transaction that publishes them. */
export async function fanOut(tx: Tx, events: readonly PublishedEvent[]): Promise<void> {
  await addDeliveries(tx, events);
  await addFirings(tx, events);
  addNotifications(tx, events);
}
