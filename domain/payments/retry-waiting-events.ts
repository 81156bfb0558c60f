import type { Tx } from '../kernel/deps.ts';
import { type Reopened, reopenWaiting } from './store.ts';

/** Has events carried out that were taken up again. */
export function enqueueAgain(tx: Tx, events: readonly Reopened[], requestId: string): void {
  for (const { id, row_key: rowKey, gateway } of events) {
    tx.enqueue({ kind: 'payment.apply', eventId: id, rowKey, gateway, requestId });
  }
}

/** A partner has come into being: what gateways told of it before is carried out now. */
export async function retryWaitingEvents(tx: Tx, partnerId: number): Promise<void> {
  enqueueAgain(tx, await reopenWaiting(tx.em, tx.now, partnerId), `partner-${partnerId}`);
}
