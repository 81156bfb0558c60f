import Big from 'big.js';
import type { LineTax } from '../kernel/invoicing.ts';
import { exactAmount, maxMinorUnits, plainDecimal, roundToMinorUnits } from '../kernel/money.ts';
import type { OrderRow } from '../orders/table.ts';
import type { InvoiceLineRow } from './table.ts';

/** A line before it has its position in an invoice. */
export type Line = Omit<InvoiceLineRow, 'invoice_id' | 'position'>;

/** Usage of one dimension at one price. */
export interface Use {
  dimension: string;
  unitPrice: string;
  /** Exact sum of the quantities. */
  quantity: string;
  /** UTC days, both inclusive. */
  periodStart: string;
  periodEnd: string;
}

/** The column holds 24 digits before the decimal point. */
const QUANTITY_LIMIT = 10 ** 24;

/** Line of an order. Tax is taken out of an amount that includes it, and added otherwise. Throws RangeError. */
export function orderLine(order: OrderRow, tax: LineTax): Line {
  const { amount_minor, currency, tax_included } = order;
  const exact = exactAmount(amount_minor, currency);
  const net = tax_included ? roundToMinorUnits(exact.div(new Big(tax.rate).plus(1)), currency) : amount_minor;
  return {
    description: order.description,
    quantity: '1',
    unit_amount: exactAmount(net, currency).toFixed(),
    amount_minor: net,
    tax_rate: plainDecimal(tax.rate),
    tax_minor: tax_included ? amount_minor - net : taxOn(net, tax.rate, currency),
    tax_category: tax.category,
    tax_reason: tax.reason,
    period_start: null,
    period_end: null,
    reference: order.reference,
  };
}

/** Tax that a gateway has charged within the amount of an order, minor units. */
export interface OrderTax {
  amountMinor: number;
  /** A fraction; null: not named. */
  rate: string | null;
  /** What it was charged on; null: not known. */
  taxableMinor: number | null;
}

/**
 * Lines of an order whose tax the gateway has charged: one for each rate where the taxes say what each was charged on,
 * else one for all.
 */
export function taxedLines(order: OrderRow, taxes: readonly OrderTax[]): Line[] {
  const net = order.amount_minor - sumOf(taxes.map(({ amountMinor }) => amountMinor));
  // A flat tax is on nothing, and a line of nothing has no rate.
  const bases = taxes.map(({ taxableMinor }) => taxableMinor || Number.NaN);
  if (taxes.length === 1 || sumOf(bases) !== net) return [taxedLine(order, net, taxes)];
  return taxes.map((tax) => taxedLine(order, tax.taxableMinor ?? 0, [tax]));
}

function taxedLine(order: OrderRow, net: number, taxes: readonly OrderTax[]): Line {
  const tax = sumOf(taxes.map(({ amountMinor }) => amountMinor));
  return {
    description: order.description,
    quantity: '1',
    unit_amount: exactAmount(net, order.currency).toFixed(),
    amount_minor: net,
    tax_rate: rateOf(order, { net, tax, taxes }),
    tax_minor: tax,
    tax_category: 'S',
    tax_reason: null,
    period_start: null,
    period_end: null,
    reference: order.reference,
  };
}

/** Digits of a rate after the point. */
const RATE_DIGITS = { fewest: 2, most: 6 };

/**
 * The rate that the gateway names; without one, or where the tax is not that of the rate, the shortest that gives the
 * tax. Rounding of a gateway's lines may be off by less than one unit of the currency (EN 16931, BR-S-09).
 */
function rateOf(
  { currency }: OrderRow,
  { net, tax, taxes }: { net: number; tax: number; taxes: readonly OrderTax[] },
): string {
  if (taxes.every(({ rate }) => rate !== null)) {
    const named = taxes.reduce((sum, { rate }) => sum.plus(rate ?? 0), new Big(0));
    const difference = exactAmount(net, currency).times(named).minus(exactAmount(tax, currency)).abs();
    if (named.gt(0) && difference.lt(1)) return plainDecimal(named.toFixed());
  }
  const exact = new Big(tax).div(net);
  for (let digits = RATE_DIGITS.fewest; digits < RATE_DIGITS.most; digits += 1) {
    const rate = exact.round(digits);
    if (rate.gt(0) && taxOn(net, rate.toFixed(), currency) === tax) return plainDecimal(rate.toFixed());
  }
  return plainDecimal(exact.round(RATE_DIGITS.most, Big.roundUp).toFixed());
}

/** What amounts come to. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Line of metered usage. Throws RangeError. */
export function usageLine(use: Use, tax: LineTax, currency: string): Line {
  if (new Big(use.quantity).gte(QUANTITY_LIMIT)) throw new RangeError('A quantity is beyond what the books hold.');
  const amount = roundToMinorUnits(new Big(use.quantity).times(use.unitPrice), currency);
  return {
    description: use.dimension,
    quantity: plainDecimal(use.quantity),
    unit_amount: plainDecimal(use.unitPrice),
    amount_minor: amount,
    tax_rate: plainDecimal(tax.rate),
    tax_minor: taxOn(amount, tax.rate, currency),
    tax_category: tax.category,
    tax_reason: tax.reason,
    period_start: use.periodStart,
    period_end: use.periodEnd,
    reference: null,
  };
}

/** Sums of an invoice's lines. Nothing is rounded here. Throws RangeError beyond the range of the books. */
export function totalsOf(lines: readonly Pick<Line, 'amount_minor' | 'tax_minor'>[], currency: string) {
  const subtotal = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax_minor, 0);
  if (Math.max(subtotal, tax) > maxMinorUnits(currency)) {
    throw new RangeError(`An invoice is beyond what the books hold in ${currency}.`);
  }
  return { subtotal_minor: subtotal, tax_minor: tax, total_minor: subtotal + tax };
}

/**
 * Tax of the next partial credit of an invoice. It is calculated from the cumulative credit, so that the parts of a
 * whole invoice add up to its tax.
 */
export function taxOfCredit(
  invoice: { total_minor: number; tax_minor: number; credited_minor: number },
  amountMinor: number,
): number {
  const taxUntil = (credited: number) =>
    new Big(credited).times(invoice.tax_minor).div(invoice.total_minor).round(0, Big.roundHalfEven).toNumber();
  return taxUntil(invoice.credited_minor + amountMinor) - taxUntil(invoice.credited_minor);
}

function taxOn(amountMinor: number, taxRate: string, currency: string): number {
  return roundToMinorUnits(exactAmount(amountMinor, currency).times(taxRate), currency);
}
