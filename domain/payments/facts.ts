import type {
  BillingCatalogue,
  GatewayFact,
  GatewayStatement,
  Money,
  Product,
  Reading,
} from '../../infra/payments/port.ts';
import { problemOfJson } from '../kernel/json.ts';
import { amountProblem, amount as amountSchema, currencyCode, toMinorUnits } from '../kernel/money.ts';
import { BILLING_TYPES, type OrderRow } from '../orders/table.ts';
import { PLANS, type Plan } from '../rate-limits/rules.ts';

/** Most credits that a payment can be for. */
const MAX_CREDITS = 1_000_000_000;
const MAX_FACT_BYTES = 4_096;
/** Lengths of the columns. */
const MAX_SUBJECT = 300;
const MAX_REFERENCE = 120;

interface MinorAmount {
  amountMinor: number;
  currency: string;
}

/** The content of an event in this service's terms: amounts in minor units, plans and credits as in the catalogue. */
export type Fact =
  | PaidFact
  | ({ kind: 'refunded'; isTotal: boolean; charge: string | null; credits: number | null } & MinorAmount)
  | { kind: 'linked'; payment: string }
  | ({ kind: 'disputed' | 'dispute_won' | 'dispute_lost'; dispute: string } & MinorAmount)
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
  /** Credits to grant; 0 for everything but packs. */
  credits: number;
  /** The plan that it pays for, if any. */
  plan: Plan | null;
  /** The subscription that it belongs to, if the gateway reports one. */
  subscription: string | null;
}

/** An event checked against the catalogue and the currencies. */
export type Interpreted =
  | { statement: Omit<GatewayStatement, 'fact'> & { fact: Fact } }
  | { ignored: string }
  | { invalid: string };

/**
 * Translates a gateway's event into this service's terms. The error texts are for administrators and contain no text of
 * the event.
 */
export function interpret(reading: Reading, catalogue: BillingCatalogue): Interpreted {
  if (!('statement' in reading)) return reading;
  const { fact, ...statement } = reading.statement;
  try {
    const interpreted = interpretFact(fact, catalogue);
    const isLong =
      statement.subject.length > MAX_SUBJECT ||
      ('payment' in interpreted && interpreted.payment.length > MAX_SUBJECT) ||
      ('reference' in interpreted && interpreted.reference.length > MAX_REFERENCE);
    if (isLong || problemOfJson({ ...interpreted, subject: statement.subject }, MAX_FACT_BYTES) !== undefined) {
      return { invalid: 'Its names are too long, or hold characters that cannot be kept.' };
    }
    return { statement: { ...statement, fact: interpreted } };
  } catch (error) {
    if (error instanceof Uninterpretable) return { invalid: error.message };
    throw error;
  }
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
    case 'linked':
      return fact;
    default:
      return { kind: fact.kind, dispute: fact.dispute, ...minorAmount(fact) };
  }
}

function paidFact(
  { reference, subscription, product, ...money }: Extract<GatewayFact, { kind: 'paid' }>,
  catalogue: BillingCatalogue,
): PaidFact {
  const paid = minorAmount(money);
  const common = { kind: 'paid' as const, reference, subscription, ...paid };
  const billingType = billingTypeOf(product, catalogue, paid);
  if (billingType === 'token_pack') {
    const { credits, name } = packOf(product, catalogue, paid);
    return { ...common, billingType, credits, plan: null, description: name };
  }
  const plan = billingType === 'subscription' ? planOf(product, catalogue) : null;
  return { ...common, billingType, credits: 0, plan, description: describe(billingType, plan) };
}

function minorAmount({ amount, currency }: Money): MinorAmount {
  if (!currencyCode.safeParse(currency).success) throw new Uninterpretable('The currency is none of ISO 4217.');
  const { data } = amountSchema.safeParse(amount);
  if (data === undefined) throw new Uninterpretable('The amount is negative, or no decimal number.');
  const problem = amountProblem(data, currency);
  if (problem !== undefined) throw new Uninterpretable(`The amount is not one of ${currency}: ${problem}`);
  return { amountMinor: toMinorUnits(data, currency), currency };
}

/**
 * The type that the gateway reports; else the catalogue's type for the price; else the pack with exactly that price.
 */
function billingTypeOf(product: Product, catalogue: BillingCatalogue, paid: MinorAmount): PaidFact['billingType'] {
  const { billingType: given, price } = product;
  if (given !== null) {
    const known = BILLING_TYPES.find((type) => type === given);
    if (known === undefined) throw new Uninterpretable(`The billing type is none of ${BILLING_TYPES.join(', ')}.`);
    return known;
  }
  if (product.plan !== null || (price !== null && catalogue.plans.some(({ prices }) => prices.includes(price)))) {
    return 'subscription';
  }
  if (product.credits !== null || findPack(product, catalogue, paid)) return 'token_pack';
  throw new Uninterpretable('It names neither a price of the billing catalogue nor what was bought.');
}

function packOf(product: Product, catalogue: BillingCatalogue, paid: MinorAmount): { credits: number; name: string } {
  const pack = findPack(product, catalogue, paid);
  const credits = product.credits ?? (pack && pack.credits * (product.price === null ? 1 : product.quantity));
  if (credits === undefined) {
    throw new Uninterpretable(
      'It names no number of credits, and no pack of the billing catalogue has its price or its amount.',
    );
  }
  if (credits > MAX_CREDITS) throw new Uninterpretable(`It is for more than ${MAX_CREDITS} credits.`);
  return { credits, name: pack?.credits === credits ? pack.name : `${credits.toLocaleString('en')} credits` };
}

function findPack({ price, credits }: Product, { packs }: BillingCatalogue, paid: MinorAmount) {
  if (price !== null) return packs.find(({ prices }) => prices.includes(price));
  if (credits !== null) return packs.find((pack) => pack.credits === credits);
  return packs.find(({ amountMinor, currency }) => amountMinor === paid.amountMinor && currency === paid.currency);
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
