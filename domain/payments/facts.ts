import type {
  BillingCatalogue,
  GatewayFact,
  GatewayStatement,
  Ignored,
  Invalid,
  Money,
  PaidLine,
  PaymentScope,
  Product,
  Reading,
} from '../../infra/payments/port.ts';
import type { OrderTax } from '../invoices/lines.ts';
import { isStorable, problemOfJson } from '../kernel/json.ts';
import { amountProblem, amount as amountSchema, currencyCode, decimal, toMinorUnits } from '../kernel/money.ts';
import { BILLING_TYPES, type OrderRow } from '../orders/table.ts';
import { PLANS, type Plan } from '../rate-limits/rules.ts';

/** Most credits that a payment can be for. */
const MAX_CREDITS = 1_000_000_000;
const MAX_FACT_BYTES = 4_096;
/** Lengths of the columns. */
const MAX_SUBJECT = 300;
const MAX_REFERENCE = 120;
/** Most ids that an event can have for its purchase; those of more are not read. */
const MAX_NAMES = 100;
/** Earliest time of an event; no gateway has older ones. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** How far the clocks of gateways may be ahead, milliseconds; that of signatures. */
const MAX_AHEAD_MS = 300_000;

interface MinorAmount {
  amountMinor: number;
  currency: string;
}

/** The content of an event in this service's terms: amounts in minor units, plans and credits as in the catalogue. */
export type Fact =
  | PaidFact
  | ({ kind: 'refunded'; isTotal: boolean; charge: string | null; credits: number | null } & MinorAmount)
  | ({ kind: 'refund_failed'; refund: string; charge: string | null } & MinorAmount)
  /** With what the payment was of the bill, where the event says it. */
  | ({ kind: 'linked'; payment: string } & Partial<MinorAmount>)
  | ({ kind: 'disputed' | 'dispute_won' | 'dispute_lost'; dispute: string; payment?: string | null } & MinorAmount)
  /** `since`: when the subscription was made, ISO 8601; absent in facts of earlier releases. */
  | { kind: 'subscribed'; subscription: string; plan: Plan; since?: string | null }
  | { kind: 'unsubscribed'; subscription: string };

/** A payment that succeeded. */
export interface PaidFact extends MinorAmount {
  kind: 'paid';
  /** Reference of the order. */
  reference: string;
  description: string;
  billingType: OrderRow['billing_type'];
  /** Credits to grant, of all packs; null where only the order's amount can say. */
  credits: number | null;
  /** The plan that it pays for, if any. */
  plan: Plan | null;
  /** The subscription that it belongs to, if the gateway reports one. */
  subscription: string | null;
  /** Names the payment; events of the same name report the same one. Absent in facts of earlier releases. */
  payment?: string | null;
  scope?: PaymentScope;
  /** What is to be paid in all, minor units; absent: the amount. The amount is what has been paid of it so far. */
  totalMinor?: number;
  /** The payments of a bill, where the event has several. */
  parts?: { payment: string; amountMinor: number }[];
  /** Tax within the total, minor units; absent: none is reported. */
  taxes?: OrderTax[];
  /** How sure it is what was bought; the strongest evidence decides. */
  evidence?: Evidence;
  /** What of it the catalogue does not explain, a sentence for administrators. */
  note?: string | null;
}

/** What is to be paid in all, minor units. */
export function priceOf({
  amountMinor,
  totalMinor = amountMinor,
}: Pick<PaidFact, 'amountMinor' | 'totalMinor'>): number {
  return totalMinor;
}

/** A fact with its event. */
export interface RecordedFact {
  /** The gateway's id of the event; it breaks ties between equal times. */
  eventId: string;
  occurredAt: Date;
  fact: Fact;
}

/** By strength: a pack was guessed by its amount, the event names it, or the event has the lines of the bill. */
export const EVIDENCE = ['amount', 'named', 'lines'] as const;
type Evidence = (typeof EVIDENCE)[number];

/** An event checked against the catalogue and the currencies. */
export type Interpreted = { statement: Omit<GatewayStatement, 'fact'> & { fact: Fact } } | Ignored | Invalid;

/**
 * Translates a gateway's event into this service's terms. The error texts are for administrators and contain no text of
 * the event.
 */
export function interpret(reading: Reading, catalogue: BillingCatalogue, now: Date): Interpreted {
  if ('ignored' in reading) return withKeptName(reading);
  if ('invalid' in reading) return reading;
  const { fact, ...statement } = reading.statement;
  const { partnerId } = statement;
  const times = [statement.occurredAt.getTime()];
  if (fact.kind === 'subscribed' && fact.since !== null) times.push(Date.parse(fact.since));
  if (times.some((time) => Number.isNaN(time) || time < EARLIEST))
    return { invalid: 'Its time is none that an event can have.', partnerId };
  if (times.some((time) => time > now.getTime() + MAX_AHEAD_MS)) {
    return { invalid: 'It is dated in the future.', partnerId };
  }
  try {
    const interpreted = interpretFact(fact, catalogue);
    const isLong =
      statement.names.length > MAX_NAMES ||
      statement.names.some((name) => name.length > MAX_SUBJECT) ||
      statement.subject.length > MAX_SUBJECT ||
      ('payment' in interpreted && (interpreted.payment ?? '').length > MAX_SUBJECT) ||
      ('reference' in interpreted && interpreted.reference.length > MAX_REFERENCE);
    if (isLong || problemOfJson({ ...interpreted, names: statement.names }, MAX_FACT_BYTES) !== undefined) {
      return { invalid: 'Its names are too long, or hold characters that cannot be kept.', partnerId };
    }
    return { statement: { ...statement, fact: interpreted } };
  } catch (error) {
    if (error instanceof Uninterpretable) return { invalid: error.message, partnerId };
    throw error;
  }
}

/** A failed payment whose name cannot be kept has none; people are notified all the same. */
function withKeptName(reading: Ignored): Ignored {
  const { failedPayment } = reading;
  if (!failedPayment?.reference || isStorable(failedPayment.reference)) return reading;
  return { ...reading, failedPayment: { ...failedPayment, reference: null } };
}

/** The event has no meaning for this service. */
class Uninterpretable extends Error {}

function interpretFact(fact: GatewayFact, catalogue: BillingCatalogue): Fact {
  switch (fact.kind) {
    case 'paid':
      return paidFact(fact, catalogue);
    case 'refunded':
      return {
        kind: fact.kind,
        isTotal: fact.isTotal,
        charge: fact.charge,
        credits: fact.credits,
        ...minorAmount(fact),
      };
    case 'subscribed':
      return {
        kind: fact.kind,
        subscription: fact.subscription,
        plan: planOf(fact.product, catalogue) ?? planAmong(fact.prices, catalogue) ?? noPlan(),
        since: fact.since,
      };
    case 'unsubscribed':
      return fact;
    case 'linked':
      return {
        kind: fact.kind,
        payment: fact.payment,
        ...(fact.share && minorAmount(fact.share)),
      };
    case 'refund_failed':
      return { kind: fact.kind, refund: fact.refund, charge: fact.charge, ...minorAmount(fact) };
    default:
      return { kind: fact.kind, dispute: fact.dispute, payment: fact.payment, ...minorAmount(fact) };
  }
}

function paidFact(fact: Extract<GatewayFact, { kind: 'paid' }>, catalogue: BillingCatalogue): PaidFact {
  const { reference, subscription, product, lines, payment, scope } = fact;
  const paid = minorAmount(fact);
  const total = fact.total === undefined ? paid : minorAmount({ amount: fact.total, currency: fact.currency });
  const taxes = orderTaxes(fact, total);
  const parts = (fact.parts ?? []).map(({ payment: name, amount }) => ({
    payment: name,
    amountMinor: minorAmount({ amount, currency: fact.currency }).amountMinor,
  }));
  const common = {
    ...{ kind: 'paid' as const, reference, subscription, payment, scope, ...paid },
    ...(total.amountMinor !== paid.amountMinor && { totalMinor: total.amountMinor }),
    ...(parts.length > 0 && { parts }),
    ...(taxes.length > 0 && { taxes }),
  };
  const bought = boughtIn(lines, catalogue);
  const note =
    [noteOf(bought, lines.length), taxNote(fact, taxes), excessNote(paid, total)].filter(Boolean).join(' ') || null;
  if (bought.names.length > 0) {
    const plan = planOf(product, catalogue) ?? bought.plan;
    const billingType = knownBillingType(product) ?? (plan === null ? 'token_pack' : 'subscription');
    const isForCredits = billingType === 'token_pack' || billingType === 'subscription';
    const credits = isForCredits ? (product.credits ?? bought.credits) : 0;
    if (credits > MAX_CREDITS) throw new Uninterpretable(`It is for more than ${MAX_CREDITS} credits.`);
    return { ...common, billingType, credits, plan, description: bought.names.join(', '), evidence: 'lines', note };
  }
  const isNamed = product.price !== null || product.credits !== null || product.plan !== null;
  const evidence = isNamed ? ('named' as const) : ('amount' as const);
  const billingType = billingTypeOf(product, catalogue, paid);
  if (billingType === 'token_pack') {
    const pack = packOf(product, catalogue, { ...paid, subtotal: fact.subtotal });
    return { ...common, billingType, credits: pack.credits, plan: null, description: pack.name, evidence, note };
  }
  const plan = billingType === 'subscription' ? planOf(product, catalogue) : null;
  return { ...common, billingType, credits: 0, plan, description: describe(billingType, plan), evidence, note };
}

/** What becomes of tax that cannot be one. */
function taxNote(
  { taxes: reported }: Pick<Extract<GatewayFact, { kind: 'paid' }>, 'taxes'>,
  taxes: readonly OrderTax[],
) {
  const isLost = taxes.length === 0 && reported.some(({ amount }) => Number(amount) !== 0);
  return isLost ? 'Its tax is above the amount without it, and was left out.' : null;
}

function excessNote(paid: MinorAmount, total: MinorAmount): string | null {
  return paid.amountMinor > total.amountMinor ? 'More was paid than its total, and is kept as paid too much.' : null;
}

/** Most rates that are kept apart. */
const MAX_TAXES = 10;

function orderTaxes(
  { taxes, currency }: Extract<GatewayFact, { kind: 'paid' }>,
  { amountMinor }: MinorAmount,
): OrderTax[] {
  const all = taxes.map(({ amount, rate, taxable }): OrderTax => {
    const named = rate === null ? null : decimal(1, 6, 1).safeParse(rate);
    if (named?.success === false) throw new Uninterpretable('The rate of the tax is no fraction of at most 1.');
    return {
      amountMinor: minorAmount({ amount, currency }).amountMinor,
      rate: named?.data ?? null,
      taxableMinor: taxable === null ? null : minorAmount({ amount: taxable, currency }).amountMinor,
    };
  });
  const sum = all.reduce((total, tax) => total + tax.amountMinor, 0);
  if (sum === 0) return [];
  if (2 * sum > amountMinor) return [];
  return all.length > MAX_TAXES ? [{ amountMinor: sum, rate: null, taxableMinor: null }] : all;
}

interface Bought {
  /** Of what the catalogue has. */
  names: string[];
  credits: number;
  plan: Plan | null;
  unknown: number;
  prorated: number;
  /** Packs that cost nothing, as in a trial. */
  free: number;
}

/** What the lines are for. What a change of plan gives back (less than 0) is no purchase, and none of a thing neither. */
function boughtIn(lines: readonly PaidLine[], catalogue: BillingCatalogue): Bought {
  const bought: Bought = { names: [], credits: 0, plan: null, unknown: 0, prorated: 0, free: 0 };
  const dearestFirst = [...lines].sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  for (const { price, quantity, amount, isProration } of dearestFirst) {
    if ((amount ?? 0) < 0 || quantity === 0) continue;
    const pack = catalogue.packs.find(({ prices }) => price !== null && prices.includes(price));
    const product = { price, quantity, billingType: null, credits: null, plan: null };
    const plan = planOf(product, catalogue);
    if (pack && isProration) bought.prorated += 1;
    else if (pack && amount === 0 && pack.amountMinor > 0) bought.free += 1;
    else if (pack) {
      bought.credits += pack.credits * quantity;
      bought.names.push(quantity === 1 ? pack.name : `${quantity} × ${pack.name}`);
    } else if (plan !== null) {
      bought.plan ??= plan;
      bought.names.push(describe('subscription', plan));
    } else bought.unknown += 1;
  }
  return { ...bought, names: bought.names.slice(0, MAX_LINES_NAMED) };
}

/** Most lines in the description of an order. */
const MAX_LINES_NAMED = 5;

function noteOf({ unknown, prorated, free }: Bought, count: number): string | null {
  const unexplained = unknown === 0 ? [] : [`${unknown} of its ${count} lines have no price of the billing catalogue.`];
  const parts = prorated === 0 ? [] : [`${prorated} of its lines are for a part of a pack, which gives no credits.`];
  const gifts = free === 0 ? [] : [`${free} of its lines are for a pack and cost nothing, which gives no credits.`];
  return [...unexplained, ...parts, ...gifts].join(' ') || null;
}

function knownBillingType({ billingType }: Product): PaidFact['billingType'] | null {
  if (billingType === null) return null;
  const known = BILLING_TYPES.find((type) => type === billingType);
  if (known === undefined) throw new Uninterpretable(`The billing type is none of ${BILLING_TYPES.join(', ')}.`);
  return known;
}

function minorAmount(money: Money): MinorAmount {
  const { data: currency } = currencyCode.safeParse(money.currency);
  if (currency === undefined) throw new Uninterpretable('The currency is none of ISO 4217.');
  const { data } = amountSchema.safeParse(money.amount);
  if (data === undefined) throw new Uninterpretable('The amount is negative, too large, or no decimal number.');
  const problem = amountProblem(data, currency);
  if (problem !== undefined) throw new Uninterpretable(`The amount is not one of ${currency}: ${problem}`);
  return { amountMinor: toMinorUnits(data, currency), currency };
}

/**
 * The type that the gateway reports; else the catalogue's type for the price; else the pack with exactly that price.
 */
function billingTypeOf(product: Product, catalogue: BillingCatalogue, paid: MinorAmount): PaidFact['billingType'] {
  const { price } = product;
  const given = knownBillingType(product);
  if (given !== null) return given;
  if (product.plan !== null || (price !== null && catalogue.plans.some(({ prices }) => prices.includes(price)))) {
    return 'subscription';
  }
  if (product.credits !== null || findPack(product, catalogue, paid)) return 'token_pack';
  throw new Uninterpretable('It names neither a price of the billing catalogue nor what was bought.');
}

/** Why an event for a pack fails that no order explains either. */
export const UNKNOWN_PACK =
  'It names no number of credits, and no pack of the billing catalogue has its price or its amount.';

/** `credits` is null where the event names nothing: it may be a part of an order that was reported. */
function packOf(
  product: Product,
  catalogue: BillingCatalogue,
  paid: MinorAmount & { subtotal: string | null },
): { credits: number | null; name: string } {
  const pack = findPack(product, catalogue, paid);
  const credits = product.credits ?? (pack && pack.credits * quantityOf(product, pack, paid));
  if (credits === undefined) {
    if (product.price !== null) throw new Uninterpretable(UNKNOWN_PACK);
    return { credits: null, name: 'Credits' };
  }
  if (credits > MAX_CREDITS) throw new Uninterpretable(`It is for more than ${MAX_CREDITS} credits.`);
  return { credits, name: pack?.credits === credits ? pack.name : `${credits.toLocaleString('en')} credits` };
}

/** A checkout's event has its price (in the metadata), but not how many; the sum before discounts says it. */
function quantityOf(
  { price, quantity }: Product,
  pack: BillingCatalogue['packs'][number],
  { currency, subtotal }: { currency: string; subtotal: string | null },
): number {
  if (price === null) return 1;
  if (quantity > 1 || subtotal === null || pack.currency !== currency || pack.amountMinor === 0) return quantity;
  const { amountMinor } = minorAmount({ amount: subtotal, currency });
  const many = amountMinor / pack.amountMinor;
  return Number.isInteger(many) && many > 1 ? many : quantity;
}

/** Credits of the pack that costs exactly this, or null. */
export function creditsOfPack(catalogue: BillingCatalogue, amountMinor: number, currency: string): number | null {
  return packAt(catalogue, { amountMinor, currency })?.credits ?? null;
}

function packAt({ packs }: BillingCatalogue, { amountMinor, currency }: MinorAmount) {
  return packs.find((one) => one.amountMinor === amountMinor && one.currency === currency);
}

function findPack({ price, credits }: Product, catalogue: BillingCatalogue, paid: MinorAmount) {
  if (price !== null) return catalogue.packs.find(({ prices }) => prices.includes(price));
  if (credits !== null) return catalogue.packs.find((pack) => pack.credits === credits);
  return packAt(catalogue, paid);
}

function planOf({ plan: given, price }: Pick<Product, 'plan' | 'price'>, catalogue: BillingCatalogue): Plan | null {
  const wanted = given ?? catalogue.plans.find(({ prices }) => price !== null && prices.includes(price))?.plan;
  if (wanted === undefined) return null;
  const plan = PLANS.find((known) => known === wanted);
  if (plan === undefined) throw new Uninterpretable(`The plan is none of ${PLANS.join(', ')}.`);
  return plan;
}

/** The highest plan among the prices of a subscription; the others are for what is added to it. */
function planAmong(prices: readonly string[], catalogue: BillingCatalogue): Plan | null {
  const plans = prices.map((price) => planOf({ price, plan: null }, catalogue));
  return PLANS.findLast((plan) => plans.includes(plan)) ?? null;
}

function noPlan(): never {
  throw new Uninterpretable('It names no plan, and no price of one in the billing catalogue.');
}

function describe(billingType: PaidFact['billingType'], plan: Plan | null): string {
  const words = billingType.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${plan === null ? '' : `, plan ${plan}`}`;
}
