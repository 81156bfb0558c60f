import type Stripe from 'stripe';
import { z } from 'zod';
import type { GuardedClient } from '../../http/guarded-client.ts';
import {
  CheckoutInProgress,
  type CheckoutOrder,
  type Customer,
  GatewayUnavailable,
  type PaymentPages,
  UnknownCustomer,
} from '../port.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { stripeUnits } from './objects.ts';

/** The version of Stripe's API whose objects are sent and read here; the one of the package. */
const API_VERSION = '2026-10-28.endive';
/** One call, milliseconds; Stripe takes under two seconds. */
const TIMEOUT_MS = 15_000;

/** How Stripe is called. */
export interface StripeAccess extends Pick<PaymentPages, 'consoleUrl'> {
  secretKey: string;
  /** Origin of its API. */
  apiUrl: string;
  client: Pick<GuardedClient, 'send'>;
}

/** Stripe's Checkout and its customer portal, by its own package, which takes 35 MB and is loaded with the first call. */
export function createStripePages({ secretKey, apiUrl, consoleUrl, client }: StripeAccess): PaymentPages {
  const connected = async (signal: AbortSignal): Promise<Stripe> => {
    const { default: Sdk } = await import('stripe');
    const { protocol, hostname, port } = new URL(apiUrl);
    return new Sdk(secretKey, {
      apiVersion: API_VERSION,
      // The caller of the API tries again, and the checkout's key makes that safe.
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port && { port }),
      httpClient: Sdk.createFetchHttpClient(guardedFetch(client, { apiUrl, timeoutMs: TIMEOUT_MS, signal })),
    });
  };
  return {
    gateway: 'stripe',
    consoleUrl,
    sellsPlan: (prices) => prices.length > 0,

    async open(order, signal) {
      const stripe = await connected(signal);
      const session = await asked(() =>
        stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: `checkout-${order.key}` }),
      );
      const page = read(openedCheckout, session);
      if (order.plan) await requirePrice(stripe, order, session);
      return { url: page.url, payment: page.id };
    },

    portal: {
      async createCustomer({ partnerId, name, email }: Customer, key, signal) {
        const stripe = await connected(signal);
        const metadata = { partner_id: String(partnerId) };
        const customer = { name, metadata, ...(email !== null && { email }) };
        const made = await asked(() => stripe.customers.create(customer, { idempotencyKey: `customer-${key}` }));
        return read(createdCustomer, made).id;
      },

      async open(customer, returnUrl, signal) {
        const stripe = await connected(signal);
        const session = await asked(() => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }));
        return read(openedPortal, session).url;
      },
    },
  };
}

/** What is kept of an answer goes into a row, or somebody's browser goes there. */
const id = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const url = z.url({ protocol: /^https?$/, normalize: true }).max(8_192);
const openedCheckout = z.object({ id, url });
const createdCustomer = z.object({ id });
const openedPortal = z.object({ url });

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new GatewayUnavailable('The answer is none of Stripe.');
  return data;
}

function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { key, plan, invoiceNumber, credits, customer } = order;
  const partner = { partner_id: String(order.partnerId) };
  const common = {
    client_reference_id: key,
    ...(customer !== null && { customer }),
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  };
  // The portal changes the price of a subscription, so its metadata must name no plan.
  if (plan)
    return {
      ...common,
      mode: 'subscription',
      line_items: [{ price: plan.price ?? '', quantity: 1 }],
      metadata: partner,
      subscription_data: { metadata: partner },
    };
  return {
    ...common,
    mode: 'payment',
    line_items: [
      {
        quantity: order.quantity,
        price_data: {
          currency: order.unit.currency.toLowerCase(),
          unit_amount: stripeUnits(order.unit),
          product_data: { name: order.description },
        },
      },
    ],
    metadata: {
      ...partner,
      billing_type: order.billingType,
      ...(credits !== null && { credits: String(credits) }),
      ...(invoiceNumber !== null && { invoice_number: invoiceNumber }),
    },
  };
}

/** A plan costs what Stripe's price says; nobody is sent to a page that asks for another sum than the catalogue shows. */
async function requirePrice(stripe: Stripe, { key, unit }: CheckoutOrder, session: Stripe.Checkout.Session) {
  const { id, amount_subtotal: units, currency } = session;
  if (units === stripeUnits(unit) && currency === unit.currency.toLowerCase()) return;
  await asked(() => stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire-${key}` }));
  throw new Error("Stripe's price of the plan is not the one in BILLING_CATALOGUE.");
}

/** Types, codes and parameters look like this; sentences do not. */
const NAME = /^[\w.[\]]{1,80}$/;

function isName(part: unknown): boolean {
  return typeof part === 'number' || (typeof part === 'string' && NAME.test(part));
}

/** Errors by class, without their texts, which may quote what was sent. Never one of the package's own. */
async function asked<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const { type, code, param, statusCode } = error as Partial<Stripe.errors.StripeError>;
    if (code === 'idempotency_key_in_use') throw new CheckoutInProgress();
    if (code === 'resource_missing' && param === 'customer') throw new UnknownCustomer();
    const said = `Stripe: ${[type, statusCode, code, param].filter(isName).join(' ')}`;
    if (type === undefined || type === 'StripeConnectionError' || statusCode === 429 || (statusCode ?? 0) >= 500)
      throw new GatewayUnavailable(said, { cause: type === undefined ? error : undefined });
    throw new Error(said);
  }
}
