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

/** The tax within an invoice; none where another amount than its total was paid, since the tax is that of the total. */
export function taxesOfInvoice(bill: z.output<typeof invoice>): GatewayTax[] {
  if (typeof bill.total === 'number' && bill.total !== bill.amount_paid) return [];
  const reported = [...bill.total_taxes, ...bill.total_tax_amounts].map(
    ({ amount, taxable_amount, tax_rate, tax_rate_details }) => ({
      amount,
      taxable_amount,
      rate: tax_rate ?? tax_rate_details?.tax_rate,
    }),
  );
  const rates = [...bill.default_tax_rates, ...bill.lines.flatMap(({ tax_rates }) => tax_rates)];
  const sum = reported.length > 0 ? reported.reduce((all, { amount }) => all + amount, 0) : (bill.tax ?? 0);
  return taxesOf(reported, sum, { currency: bill.currency, rates });
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
