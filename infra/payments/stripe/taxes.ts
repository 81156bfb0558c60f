import Big from 'big.js';
import type { z } from 'zod';
import type { GatewayTax } from '../port.ts';
import { type checkoutSession, type invoice, stripeMoney } from './objects.ts';

type Rate = { id: string; percentage?: number | string | null | undefined } | null | undefined;

interface Reported {
  amount: number;
  taxable_amount?: number | null | undefined;
  rate?: Rate;
}

/** The tax within what a checkout cost; its rates only where the breakdown is expanded. */
export function taxesOfCheckout({ total_details: details, currency }: z.output<typeof checkoutSession>): GatewayTax[] {
  const sum = details?.amount_tax ?? 0;
  return taxesOf(details?.breakdown?.taxes ?? [], sum, { currency: currency ?? '', rates: [] });
}

/**
 * What an invoice asks for, in Stripe's units: what was paid and is left to pay of its total. A balance of the customer
 * makes it less than the total; what was paid beyond the total is none of it.
 */
export function askedOf({ amount_paid, amount_remaining, total }: z.output<typeof invoice>): number {
  const asked = amount_paid + Math.max(0, amount_remaining ?? 0);
  return typeof total === 'number' && total > 0 ? Math.min(asked, total) : asked;
}

/** The tax within what an invoice asks for: its own, or the same proportion of it where that is less than its total. */
export function taxesOfInvoice(bill: z.output<typeof invoice>): GatewayTax[] {
  const reported = [...bill.total_taxes, ...bill.total_tax_amounts].map(
    ({ amount, taxable_amount, tax_rate, tax_rate_details }) => ({
      amount,
      taxable_amount,
      rate: tax_rate ?? tax_rate_details?.tax_rate,
    }),
  );
  const rates = [...bill.default_tax_rates, ...bill.lines.flatMap(({ tax_rates }) => tax_rates)];
  const sum = reported.length > 0 ? reported.reduce((all, { amount }) => all + amount, 0) : (bill.tax ?? 0);
  const asked = askedOf(bill);
  if (typeof bill.total !== 'number' || asked === bill.total)
    return taxesOf(reported, sum, { currency: bill.currency, rates });
  if (bill.total <= 0) return [];
  const part = inProportion(reported, { sum, asked, total: bill.total });
  return taxesOf(part.reported, part.sum, { currency: bill.currency, rates });
}

/** Taxes of a part of a total, each rounded so that they add up to the rounded sum, and what they are on to the rest. */
function inProportion(
  reported: readonly Reported[],
  { sum, asked, total }: { sum: number; asked: number; total: number },
): { reported: Reported[]; sum: number } {
  const taxOf = scale(asked, total);
  const partSum = scale(asked, total)(sum);
  const taxable = reported.reduce((all, { taxable_amount }) => all + (taxable_amount ?? Number.NaN), 0);
  const isWhole = taxable > 0 && taxable === total - sum;
  const taxableOf = scale(asked - partSum, isWhole ? taxable : 1);
  return {
    reported: reported.map((one) => ({
      ...one,
      amount: taxOf(one.amount),
      taxable_amount: isWhole && typeof one.taxable_amount === 'number' ? taxableOf(one.taxable_amount) : null,
    })),
    sum: partSum,
  };
}

/** Scales amounts one after the other: each gets what it adds to the rounded sum, half to even. */
function scale(part: number, whole: number): (units: number) => number {
  let [before, scaled] = [0, 0];
  return (units) => {
    before += units;
    const next = new Big(before).times(part).div(whole).round(0, Big.roundHalfEven).toNumber();
    const difference = next - scaled;
    scaled = next;
    return difference;
  };
}

/** One tax without a rate where the parts do not come to the sum. */
function taxesOf(
  reported: readonly Reported[],
  sum: number,
  { currency, rates }: { currency: string; rates: readonly NonNullable<Rate>[] },
): GatewayTax[] {
  if (sum <= 0) return [];
  const amountOf = (units: number) => stripeMoney(units, currency).amount;
  const charged = reported.filter(({ amount }) => amount !== 0);
  if (charged.reduce((all, { amount }) => all + amount, 0) !== sum || charged.some(({ amount }) => amount < 0))
    return [{ amount: amountOf(sum), rate: null, taxable: null }];
  return charged.map(({ amount, taxable_amount: taxable, rate }) => ({
    amount: amountOf(amount),
    rate: fractionOf(rate?.percentage ?? rates.find(({ id }) => id === rate?.id)?.percentage),
    taxable: typeof taxable === 'number' && taxable >= 0 ? amountOf(taxable) : null,
  }));
}

/** A percentage as a fraction, in digits. */
function fractionOf(percentage: number | string | null | undefined): string | null {
  const text = String(percentage ?? '');
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) ? new Big(text).div(100).toFixed() : null;
}
