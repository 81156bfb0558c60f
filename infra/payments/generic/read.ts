import { z } from 'zod';
import type { GatewayFact, GatewayStatement, Product, Reading } from '../port.ts';

const LONGEST_REFERENCE = 120;

const wholeNumber = z
  .union([z.int(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.int().min(0));
const reference = z.string().trim().min(1).max(LONGEST_REFERENCE);
const amount = z.union([z.number(), z.string().trim()]).transform(String);
const currency = z.string().trim();
const plan = z.string().trim();
const partnerId = wholeNumber.pipe(z.int().min(1));

const money = { amount, currency };
const named = { partner_id: partnerId, reference };
/** Schema of `data`, by type. */
const FORMS = {
  'payment.succeeded': z.object({
    ...named,
    ...money,
    billing_type: z.string().trim(),
    credits: wholeNumber.nullish(),
    plan: plan.nullish(),
    subscription: reference.nullish(),
    payment: reference.nullish(),
    tax_amount: amount.nullish(),
    tax_rate: amount.nullish(),
  }),
  'payment.refunded': z.object({ ...named, ...money, credits: wholeNumber.nullish() }),
  'payment.disputed': z.object({ ...named, ...money, payment: reference.nullish() }),
  'payment.dispute_won': z.object({ ...named, ...money, payment: reference.nullish() }),
  'payment.dispute_lost': z.object({ ...named, ...money, payment: reference.nullish() }),
  'subscription.updated': z.object({ ...named, plan, started_at: z.iso.datetime({ offset: true }).nullish() }),
  'subscription.cancelled': z.object(named),
};
type Type = keyof typeof FORMS;
type Data<T extends Type> = z.output<(typeof FORMS)[T]>;

const envelope = z.object({ type: z.string(), occurred_at: z.iso.datetime({ offset: true }), data: z.unknown() });

const FACTS: { [T in Type]: (data: Data<T>) => GatewayFact } = {
  'payment.succeeded': (data) => ({
    kind: 'paid',
    reference: data.reference,
    subscription: data.subscription ?? null,
    product: { ...NO_PRODUCT, billingType: data.billing_type, credits: data.credits ?? null, plan: data.plan ?? null },
    lines: [],
    subtotal: null,
    payment: data.payment ?? null,
    scope: 'bill',
    taxes: data.tax_amount == null ? [] : [{ amount: data.tax_amount, rate: data.tax_rate ?? null, taxable: null }],
    ...moneyOf(data),
  }),
  'payment.refunded': (data) => ({
    kind: 'refunded',
    isTotal: false,
    charge: null,
    credits: data.credits ?? null,
    ...moneyOf(data),
  }),
  'payment.disputed': (data) => ({ kind: 'disputed', ...disputeOf(data), ...moneyOf(data) }),
  'payment.dispute_won': (data) => ({ kind: 'dispute_won', ...disputeOf(data), ...moneyOf(data) }),
  'payment.dispute_lost': (data) => ({ kind: 'dispute_lost', ...disputeOf(data), ...moneyOf(data) }),
  'subscription.updated': (data) => ({
    kind: 'subscribed',
    subscription: data.reference,
    product: { ...NO_PRODUCT, plan: data.plan },
    prices: [],
    since: data.started_at ?? null,
  }),
  'subscription.cancelled': (data) => ({ kind: 'unsubscribed', subscription: data.reference }),
};

const NO_PRODUCT: Product = { price: null, quantity: 1, billingType: null, credits: null, plan: null };
/** Events do not identify disputes, so a payment has one. */
function disputeOf({ payment = null }: { payment?: string | null | undefined }) {
  return { dispute: payment === null ? 'dispute' : `dispute of ${payment}`, payment };
}

/** Parses an event of the generic gateway. */
export function readGenericEvent(payload: string): Reading {
  const event = envelope.safeParse(JSON.parse(payload));
  if (!event.success) return { invalid: problemsOf(event.error) };
  const { type, occurred_at, data } = event.data;
  if (type === 'payment.failed') return failedPaymentOf(data);
  if (!isKnown(type)) return { ignored: 'Events of this type have no consequences here.' };
  return statementOf(type, new Date(occurred_at), data);
}

function statementOf<T extends Type>(type: T, occurredAt: Date, given: unknown): Reading {
  const parsed = FORMS[type].safeParse(given);
  if (!parsed.success) {
    const { data: about } = z.object({ partner_id: partnerId }).safeParse(given);
    return { invalid: problemsOf(parsed.error, 'data'), partnerId: about?.partner_id ?? null };
  }
  const data = parsed.data as Data<T>;
  const subject = `${data.partner_id}/${data.reference}`;
  const statement: GatewayStatement = {
    fact: FACTS[type](data),
    subject,
    names: [subject],
    bill: null,
    partnerId: data.partner_id,
    occurredAt,
  };
  return { statement };
}

function failedPaymentOf(given: unknown): Reading {
  const parsed = z.object(named).safeParse(given);
  if (!parsed.success) return { invalid: problemsOf(parsed.error, 'data') };
  const { partner_id, reference } = parsed.data;
  return { ignored: 'A payment has failed.', failedPayment: { partnerId: partner_id, reference } };
}

function isKnown(type: string): type is Type {
  return Object.hasOwn(FORMS, type);
}

function moneyOf(data: { amount: string; currency: string }): { amount: string; currency: string } {
  return { amount: data.amount, currency: data.currency };
}

/** Names of the invalid fields, without their values. */
function problemsOf({ issues }: z.ZodError, ...within: string[]): string {
  const fields = [...new Set(issues.map(({ path }) => [...within, ...path].join('.') || 'the event'))];
  return `Missing or not of the right form: ${fields.join(', ')}.`;
}
