import type { GatewayName } from '../../infra/payments/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { findOrder } from '../orders/store.ts';
import type { PaidFact } from './facts.ts';
import { ChangedMeanwhile } from './order.ts';
import { billsAmong, isOfBill } from './rules.ts';
import {
  findNameWithoutOrder,
  findOrderToPay,
  joinPurchases,
  lockPurchases,
  type PurchaseNames,
  selectBills,
} from './store.ts';
import type { PurchaseRow } from './table.ts';

/** A purchase whose rows the caller has locked. */
export interface LockedPurchase {
  purchase: PurchaseRow;
  /** Those that turned out to be the same purchase. */
  joined: readonly PurchaseRow[];
}

/** The purchase that an event is about, and how its names go together. */
export interface Identified extends LockedPurchase {
  /**
   * `joined`: names that belonged to several purchases belong to one from now on. `known`: they belonged to one
   * already. `divided`: some belong to another bill, and stay there.
   */
  names: 'joined' | 'known' | 'divided';
}

/**
 * Locks the purchase that an event's names belong to. Of several, the one with the oldest order stays, and the others
 * become part of it; but a purchase has at most one bill. A link that joins two (`isLink`) changes nothing. Throws
 * ChangedMeanwhile.
 */
export async function identifyPurchase(
  tx: Tx,
  { gateway, names, bill, subject, isLink }: PurchaseNames & { subject: string; isLink: boolean },
): Promise<Identified> {
  const purchases = await lock(tx, gateway, names);
  const bills = await selectBills(tx.em, purchases);
  const isDivided = bills.length > 1;
  if (isDivided && isLink && purchases[0]) return { purchase: purchases[0], joined: [], names: 'divided' };
  const own = isDivided ? await undivided(tx, purchases, bills, { gateway, bill, subject }) : purchases;
  const [first, ...others] = [...own].sort(byOrder);
  if (!first) throw new Error('An event names its purchase.');
  if (others.length > 0) await joinPurchases(tx.em, tx.now, first, others);
  const partnerId = first.partner_id ?? others.find(({ partner_id }) => partner_id !== null)?.partner_id ?? null;
  const kept = others.length > 0 ? 'joined' : 'known';
  return { purchase: { ...first, partner_id: partnerId }, joined: others, names: isDivided ? 'divided' : kept };
}

/** Those of the event's purchases that have no other bill; without a bill, the one of its subject. */
async function undivided(
  tx: Tx,
  purchases: readonly PurchaseRow[],
  bills: readonly { purchaseId: number; bill: string }[],
  { gateway, bill, subject }: { gateway: GatewayName; bill: string | null; subject: string },
): Promise<PurchaseRow[]> {
  const foreign = new Set(bills.flatMap((one) => (one.bill === bill ? [] : [one.purchaseId])));
  if (bill !== null) return purchases.filter(({ id }) => !foreign.has(id));
  return lock(tx, gateway, [subject]);
}

async function lock(tx: Tx, gateway: GatewayName, names: readonly string[]): Promise<PurchaseRow[]> {
  const purchases = await lockPurchases(tx.em, gateway, names);
  if (!purchases) throw new ChangedMeanwhile();
  return purchases;
}

/**
 * A bill is one order, although payments that name the partner themselves made orders over parts of it before its events
 * arrived. If the purchase has such an order, the oldest of the joined ones that is over the bill stays instead of it, else
 * a name that has none yet, so that the bill makes it. Orders that were there before their payments stay. `payments` are
 * all of the partner's.
 */
export async function keepOrderOfBill(
  tx: Tx,
  found: LockedPurchase,
  partnerId: number,
  payments: readonly PaidFact[],
): Promise<LockedPurchase> {
  const { purchase, joined } = found;
  const bills = billsAmong(payments);
  const [bill] = bills;
  if (!bill || purchase.is_reported) return found;
  const applied = [purchase, ...joined.toSorted(byOrder)].filter(({ order_id }) => order_id !== null);
  let kept: PurchaseRow | null = applied.length === 0 ? purchase : null;
  for (const one of applied) {
    const order = one.order_id === null ? null : await findOrder(tx.em, one.order_id);
    if (!order || !isOfBill({ amountMinor: order.amount_minor, currency: order.currency }, bills)) continue;
    kept = one;
    break;
  }
  // Where its order was credited before, none can be made again.
  if (!kept && (await findOrderToPay(tx.em, partnerId, bill.reference))?.paid_by == null)
    kept = await findNameWithoutOrder(tx.em, purchase);
  if (!kept || kept.id === purchase.id) return found;
  const others = [purchase, ...joined].filter(({ id }) => id !== kept.id);
  await joinPurchases(tx.em, tx.now, kept, others);
  return { purchase: { ...kept, part_of: null }, joined: others };
}

/** The purchase that was applied first, then the one that was named first. */
export function byOrder(a: Pick<PurchaseRow, 'id' | 'order_id'>, b: Pick<PurchaseRow, 'id' | 'order_id'>): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (a.order_id ?? last) - (b.order_id ?? last) || a.id - b.id;
}
