import type { Tx } from '../kernel/deps.ts';
import { lockPurchase, movePurchase, type PaymentEventOutcome } from './store.ts';
import type { PurchaseRow } from './table.ts';

type Name = Pick<PurchaseRow, 'gateway' | 'subject'>;

/** Locks the purchase that a subject belongs to. A payment for a bill belongs to the bill's purchase. */
export async function lockPurchaseOf(tx: Tx, name: Name): Promise<PurchaseRow> {
  const named = await lockPurchase(tx.em, tx.now, name);
  return named.part_of === null
    ? named
    : lockPurchase(tx.em, tx.now, { gateway: name.gateway, subject: named.part_of });
}

/**
 * Links a payment to the bill that it was made for: earlier and later events of the payment then count for the bill's
 * purchase. The payment is locked before the bill, as everywhere. Returns the event's outcome where the link is not
 * possible.
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
