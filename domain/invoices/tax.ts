import Big from 'big.js';
import { EU_COUNTRIES } from '../billing-identity/countries.ts';
import { euCountryOf } from '../billing-identity/tax-ids.ts';
import type { Buyer, LineTax, Seller, TaxRules } from '../kernel/invoicing.ts';
import { exactAmount, plainDecimal, roundToMinorUnits } from '../kernel/money.ts';
import type { BILLING_TYPES } from '../orders/table.ts';
import type { Line } from './lines.ts';
import type { TaxTotal } from './table.ts';

/** What decides about the tax of a line, besides what is sold. */
export interface TaxSituation {
  rules: TaxRules | null;
  seller: Seller | null;
  buyer: Buyer;
  /** The partner's own rate; it wins over rules unless it is 0. */
  rate: string;
  /** Why the partner is exempt; null: it is not. */
  exemption: string | null;
}

/** What is sold; `dimension` only for metered use. */
export interface TaxedItem {
  kind: (typeof BILLING_TYPES)[number];
  dimension: string | null;
}

/**
 * The tax of a line: the partner's own rate, else its exemption, else reverse charge within the European Union, else the
 * first rule for the buyer's country and what is sold, else what the operator's file says for all others. Without a file
 * the rate is 0, as zero-rated.
 */
export function taxOf({ rules, seller, buyer, rate, exemption }: TaxSituation, item: TaxedItem): LineTax {
  if (!new Big(rate).eq(0)) return { rate: plainDecimal(rate), category: 'S', reason: null };
  if (exemption !== null) return { rate: '0', category: 'E', reason: exemption };
  if (rules === null) return { rate: '0', category: 'Z', reason: null };
  if (rules.reverse_charge !== null && isReverseCharge(seller, buyer))
    return { rate: '0', category: 'AE', reason: rules.reverse_charge };
  const { country } = buyer.address;
  const {
    rate: ruled,
    category,
    reason,
  } = rules.rules.find(
    ({ countries, kinds, dimensions }) =>
      (countries === null || (country !== null && countries.includes(country))) &&
      (kinds === null || kinds.includes(item.kind)) &&
      (dimensions === null || (item.dimension !== null && dimensions.includes(item.dimension))),
  ) ?? rules.otherwise;
  return { rate: ruled, category, reason };
}

/**
 * Whether the buyer owes the tax (Directive 2006/112/EC, articles 44 and 196): both are in the European Union, in
 * different countries, and the buyer has a number for value added tax of its country.
 */
function isReverseCharge(seller: Seller | null, buyer: Buyer): boolean {
  const [from, to] = [seller?.address.country ?? null, buyer.address.country];
  if (from === null || to === null || from === to) return false;
  if (!EU_COUNTRIES.has(from) || !EU_COUNTRIES.has(to)) return false;
  return buyer.tax_ids.some((id) => euCountryOf(id) === to);
}

/**
 * Rounds tax once for each rate in place of once for each line: each line, in turn, gets what it adds to the rounded tax
 * of those before it.
 */
export function roundingByInvoice(currency: string): (line: Line) => Line {
  const sums = new Map<string, Big>();
  return (line) => {
    const key = groupOf(line);
    const before = sums.get(key) ?? new Big(0);
    const after = before.plus(line.amount_minor);
    sums.set(key, after);
    const taxUntil = (net: Big) =>
      roundToMinorUnits(exactAmount(1, currency).times(net).times(line.tax_rate), currency);
    return { ...line, tax_minor: taxUntil(after) - taxUntil(before) };
  };
}

/**
 * Totals of lines by rate, category and reason, in the order in which these first occur; added to those of the lines
 * before them.
 */
export function taxTotalsOf(lines: readonly Line[], before: readonly TaxTotal[] = []): TaxTotal[] {
  const totals = new Map(
    before.map((total) => [
      groupOf({ tax_category: total.category, tax_rate: total.rate, tax_reason: total.reason }),
      { ...total },
    ]),
  );
  for (const line of lines) {
    const { tax_category: category, tax_reason: reason, amount_minor, tax_minor } = line;
    if (category === null) continue;
    const key = groupOf(line);
    const total = totals.get(key) ?? {
      rate: plainDecimal(line.tax_rate),
      category,
      taxable_minor: 0,
      tax_minor: 0,
      reason,
    };
    total.taxable_minor += amount_minor;
    total.tax_minor += tax_minor;
    totals.set(key, total);
  }
  return [...totals.values()];
}

function groupOf({
  tax_category,
  tax_rate,
  tax_reason,
}: Pick<Line, 'tax_category' | 'tax_rate' | 'tax_reason'>): string {
  return JSON.stringify([tax_category, plainDecimal(tax_rate), tax_reason]);
}
