import Big from 'big.js';
import type { TaxCategory } from '../kernel/invoicing.ts';
import { plainDecimal } from '../kernel/money.ts';
import { taxOfCredit } from './lines.ts';
import type { TaxTotal } from './table.ts';

/** What an invoice has, or was credited, of one rate, category and reason; minor units. */
export interface Share {
  /** A fraction as a decimal string. */
  rate: string;
  /** null on invoices issued before categories were kept. */
  category: TaxCategory | null;
  reason: string | null;
  netMinor: number;
  taxMinor: number;
}

/** With tax, minor units. */
export function grossOf({ netMinor, taxMinor }: Pick<Share, 'netMinor' | 'taxMinor'>): number {
  return netMinor + taxMinor;
}

/** The shares of totals by rate. */
export function sharesOf(totals: readonly TaxTotal[]): Share[] {
  return totals.map(({ rate, category, reason, taxable_minor, tax_minor }) => ({
    rate,
    category,
    reason,
    netMinor: taxable_minor,
    taxMinor: tax_minor,
  }));
}

/** Totals by rate of some shares; null where a category is not known. */
export function totalsOfShares(shares: readonly Share[]): TaxTotal[] | null {
  const totals: TaxTotal[] = [];
  for (const { rate, category, reason, netMinor, taxMinor } of joined(shares)) {
    if (category === null) return null;
    totals.push({ rate: plainDecimal(rate), category, taxable_minor: netMinor, tax_minor: taxMinor, reason });
  }
  return totals;
}

/** The share of the same rate, category and reason; nothing of it where there is none. */
export function likeOf(share: Share, among: readonly Share[]): Share {
  const key = keyOf(share);
  return among.find((other) => keyOf(other) === key) ?? { ...share, netMinor: 0, taxMinor: 0 };
}

/** Shares of the same rate, category and reason in one, in the order in which they first occur. */
export function joined(shares: readonly Share[]): Share[] {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const sum = sums.get(keyOf(share)) ?? { ...share, netMinor: 0, taxMinor: 0 };
    sum.netMinor += share.netMinor;
    sum.taxMinor += share.taxMinor;
    sums.set(keyOf(share), sum);
  }
  return [...sums.values()];
}

function keyOf({ rate, category, reason }: Share): string {
  return JSON.stringify([plainDecimal(rate), category, reason]);
}

/**
 * Divides a credit between the rates of an invoice, in proportion to what is left of each to credit; tax included. Below
 * zero, it takes back in proportion to what was credited. The shares add up to the amount, and credits of a whole invoice
 * to its net and tax amounts, in whatever parts. Throws RangeError for more than is left.
 */
export function spread(amountMinor: number, whole: readonly Share[], credited: readonly Share[]): Share[] {
  const sign = amountMinor < 0 ? -1 : 1;
  const rooms = whole.map((share) => {
    const former = likeOf(share, credited);
    return sign < 0
      ? former
      : { ...share, netMinor: share.netMinor - former.netMinor, taxMinor: share.taxMinor - former.taxMinor };
  });
  const amounts = proportions(
    Math.abs(amountMinor),
    rooms.map((room) => Math.max(0, grossOf(room))),
  );
  return whole.flatMap((share, index) => {
    const [amount = 0, room = share] = [amounts[index], rooms[index]];
    if (amount === 0) return [];
    const creditedMinor = grossOf(likeOf(share, credited));
    const tax = taxWithin(amount, Math.abs(taxOfPart(share, creditedMinor, sign * amount)), room);
    return [{ ...share, netMinor: sign * (amount - tax), taxMinor: sign * tax }];
  });
}

/** The tax in an amount of a share, of which some is credited already; tax included, minor units. */
export function taxOfPart(
  whole: Pick<Share, 'netMinor' | 'taxMinor'>,
  creditedMinor: number,
  amountMinor: number,
): number {
  const invoice = { total_minor: grossOf(whole), tax_minor: whole.taxMinor, credited_minor: creditedMinor };
  return taxOfCredit(invoice, amountMinor);
}

/** Tax of an amount that leaves neither net amount nor tax of the room below zero; minor units. */
export function taxWithin(
  amountMinor: number,
  wantedMinor: number,
  room: Pick<Share, 'netMinor' | 'taxMinor'>,
): number {
  const lowest = Math.max(0, amountMinor - room.netMinor);
  return Math.max(lowest, Math.min(wantedMinor, amountMinor, room.taxMinor));
}

/** Parts of an amount in proportion to rooms, none larger than its room; rounded down, the rest to the largest fractions. */
function proportions(amount: number, rooms: readonly number[]): number[] {
  const total = rooms.reduce((sum, room) => sum + room, 0);
  if (amount > total) throw new RangeError('More is credited than is left.');
  const exact = rooms.map((room) => (total === 0 ? new Big(0) : new Big(amount).times(room).div(total)));
  const parts = exact.map((part) => part.round(0, Big.roundDown).toNumber());
  let rest = amount - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = exact
    .map((part, index) => ({ index, fraction: part.minus(parts[index] ?? 0) }))
    .sort((one, other) => other.fraction.cmp(one.fraction) || one.index - other.index);
  for (const { index } of byFraction) {
    if (rest === 0) break;
    if ((parts[index] ?? 0) >= (rooms[index] ?? 0)) continue;
    parts[index] = (parts[index] ?? 0) + 1;
    rest -= 1;
  }
  return parts;
}
