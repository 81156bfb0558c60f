import type { Tx } from '../kernel/deps.ts';
import { lockPurchase, movePurchase, type PaymentEventOutcome } from './store.ts';
import type { PurchaseRow } from './table.ts';

type Name = Pick<PurchaseRow, 'gateway' | 'subject'>;

/** The purchase that is told of under a name, with its row locked: that of a payment for a bill is the bill's. */
export async function lockPurchaseOf(tx: Tx, name: Name): Promise<PurchaseRow> {
  const named = await lockPurchase(tx.em, tx.now, name);
  return named.part_of === null
    ? named
    : lockPurchase(tx.em, tx.now, { gateway: name.gateway, subject: named.part_of });
}

/**
 * A payment was made for a bill: what was and will be told of the payment is about the bill. Locks the payment before the bill, as all
 * do who come here. Returns how the event ends where that cannot be.
 */
export async function linkPayment(tx: Tx, bill: Name, payment: string): Promise<PaymentEventOutcome | null> {
  const part = await lockPurchase(tx.em, tx.now, { gateway: bill.gateway, subject: payment });
  if (part.part_of === bill.subject) return null;
  if (part.part_of !== null) return { status: 'failed', reason: 'The payment was made for another bill, too.' };
  if (part.order_id !== null || payment === bill.subject) {
    return { status: 'ignored', reason: 'Another event has told what this payment was for.' };
  }
  await movePurchase(tx.em, tx.now, part, bill.subject);
  return null;
}
