import Big from 'big.js';
import { z } from 'zod';
import type { Money } from '../port.ts';

/**
 * The parts of Stripe's objects that are read here. Names are those of its API reference; where its versions put something in
 * different places, all of them are known. What is not mentioned is left out.
 */
const text = z.string().min(1);
/** An id, or the object itself where an account has it expanded. */
const reference = z
  .union([text, z.object({ id: text }).transform(({ id }) => id)])
  .nullish()
  .transform((value) => value ?? null);
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
const units = z.int();
/** Unix seconds of the years 1 to 9999: what is no time cannot be written as one. */
const time = z.int().min(-62_135_596_800).max(253_402_300_799);
const price = z
  .union([text, z.object({ id: text }).transform(({ id }) => id)])
  .nullish()
  .transform((value) => value ?? null);

const percentage = z.union([z.number(), z.string()]).nullish();
/** A rate, which is an id alone unless an account has it expanded. */
const taxRate = z
  .union([text.transform((id) => ({ id, percentage: null })), z.object({ id: text, percentage })])
  .nullish();
/** Rates with their percentages. */
const taxRates = z
  .array(z.object({ id: text, percentage }))
  .nullish()
  .transform((value) => value ?? []);
/** Tax by rate, as versions before and since 2025-03-31 have it. */
const taxAmounts = z
  .array(
    z.object({
      amount: units,
      taxable_amount: units.nullish(),
      tax_rate: taxRate,
      tax_rate_details: z.object({ tax_rate: taxRate }).nullish(),
    }),
  )
  .nullish()
  .transform((value) => value ?? []);

/** A line of an invoice or a checkout, or an item of a subscription. */
const line = z.object({
  amount: units.nullish(),
  quantity: z.int().nullish(),
  price,
  pricing: z.object({ price_details: z.object({ price }).nullish() }).nullish(),
  proration: z.boolean().nullish(),
  tax_rates: taxRates,
  parent: z
    .object({
      subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish(),
      invoice_item_details: z.object({ proration: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
  metadata,
});
/** Such a line. */
export type StripeLine = z.output<typeof line>;
const lines = z
  .object({ data: z.array(line) })
  .nullish()
  .transform((value) => value?.data ?? []);

/** A visit to Stripe's payment page. */
export const checkoutSession = z.object({
  id: text,
  mode: text,
  payment_status: text,
  payment_intent: reference,
  invoice: reference,
  subscription: reference,
  amount_total: units.nullish(),
  amount_subtotal: units.nullish(),
  currency: text.nullish(),
  total_details: z
    .object({
      amount_tax: units.nullish(),
      breakdown: z
        .object({
          taxes: z.array(z.object({ amount: units, taxable_amount: units.nullish(), rate: taxRate })).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  line_items: lines,
  metadata,
});

/** A payment that is tried, or was. */
export const paymentIntent = z.object({
  id: text,
  amount_received: units.nullish(),
  amount: units,
  currency: text,
  invoice: reference,
  latest_charge: reference,
  charges: z.object({ data: z.array(z.object({ id: text })) }).nullish(),
  metadata,
});

const subscriptionDetails = z.object({ subscription: reference, metadata }).nullish();

/** An invoice that Stripe made. */
export const invoice = z.object({
  id: text,
  amount_paid: units,
  amount_remaining: units.nullish(),
  total: units.nullish(),
  tax: units.nullish(),
  total_tax_amounts: taxAmounts,
  total_taxes: taxAmounts,
  default_tax_rates: taxRates,
  subtotal: units.nullish(),
  currency: text,
  payment_intent: reference,
  charge: reference,
  billing_reason: text.nullish(),
  payments: z
    .object({
      data: z.array(
        z.object({
          amount_paid: units.nullish(),
          payment: z.object({ payment_intent: reference, charge: reference }).nullish(),
        }),
      ),
    })
    .nullish(),
  subscription: reference,
  subscription_details: subscriptionDetails,
  parent: z.object({ subscription_details: subscriptionDetails }).nullish(),
  lines,
  metadata,
});

/** That a payment was made for an invoice; versions since 2025-03-31 say it here alone, and an invoice may have several. */
export const invoicePayment = z.object({
  id: text,
  invoice: text.or(z.object({ id: text }).transform(({ id }) => id)),
  amount_paid: units.nullish(),
  currency: text.nullish(),
  payment: z.object({ payment_intent: reference, charge: reference }),
});

/** A payment that was made, with what was refunded of it so far. */
export const charge = z.object({
  id: text,
  payment_intent: reference,
  invoice: reference,
  amount_refunded: units,
  currency: text,
  metadata,
});

/** Money that goes back to a payer, or did not. */
export const refund = z.object({
  id: text,
  charge: reference,
  payment_intent: reference,
  amount: units,
  currency: text,
  status: text.nullish(),
  metadata,
});

/** A payment that its payer's bank wants back. */
export const dispute = z.object({
  id: text,
  charge: reference,
  payment_intent: reference,
  amount: units,
  currency: text,
  status: text,
  metadata,
});

/** A subscription, with what it is to. */
export const subscription = z.object({
  id: text,
  status: text,
  created: time.nullish(),
  items: lines,
  metadata,
});

/** What all events have, those without the object itself too. */
export const anyEvent = z.object({ type: text });

/** A snapshot event; `created` is in Unix seconds. */
export const stripeEvent = z.object({ created: z.number(), data: z.object({ object: z.unknown() }) });

/** Currencies in whose own units Stripe counts; https://docs.stripe.com/currencies#zero-decimal. */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Those in whose thousandths it counts; https://docs.stripe.com/currencies#three-decimal. All others are hundredths, UGX and ISK too. */
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** An amount as Stripe counts it (a whole number of its smallest units) as a decimal string. Its units are not those of ISO 4217. */
export function stripeMoney(units: number, currency: string): Money {
  const code = currency.toUpperCase();
  const digits = stripeDigits(code);
  if (digits === 0) return { amount: String(units), currency: code };
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const sign = units < 0 ? '-' : '';
  return { amount: `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`, currency: code };
}

/** A decimal string as Stripe counts it. Throws RangeError where Stripe has no such amount, as less than a whole unit of UGX. */
export function stripeUnits({ amount, currency }: Money): number {
  const digits = stripeDigits(currency);
  const units = new Big(amount).times(10 ** digits);
  if (!units.eq(units.round(0))) throw new RangeError(`Stripe has no such amount in ${currency}.`);
  return units.toNumber();
}

function stripeDigits(currency: string): number {
  return WHOLE_UNITS.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
}
