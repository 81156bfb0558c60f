import type { Tx } from '../kernel/deps.ts';
import { type Reopened, reopenWaiting } from './store.ts';

/** Enqueues reopened events. */
export function enqueueAgain(tx: Tx, events: readonly Reopened[], requestId: string): void {
  for (const { id, row_key: rowKey, gateway } of events) {
    tx.enqueue({ kind: 'payment.apply', eventId: id, rowKey, gateway, requestId });
  }
}

/** Reopens and enqueues the events that gateways sent for a partner before it existed. */
export async function retryWaitingEvents(tx: Tx, partnerId: number): Promise<void> {
  enqueueAgain(tx, await reopenWaiting(tx.em, tx.now, partnerId), `partner-${partnerId}`);
}
