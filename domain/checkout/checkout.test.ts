import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createGuardedClient, type GuardedClient } from '../../infra/http/guarded-client.ts';
import { createGateways } from '../../infra/payments/gateways.ts';
import { createGenericPages } from '../../infra/payments/generic/pages.ts';
import { createStripePages } from '../../infra/payments/stripe/pages.ts';
import { freshId, genericEvent, stripeCharge, stripeEvent } from '../../sandbox/gateway/events.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { booksOf, storeAndApplyEvent } from '../../test/environment/payments.ts';
import {
  codeOf,
  startTestService,
  type TestService,
  testOperations,
  validationOf,
} from '../../test/environment/service.ts';
import { type StripeApi, startStripeApi } from '../../test/environment/stripe-api.ts';
import { insertDrafts, issueDrafts } from '../invoices/draft-store.ts';
import { draftOf } from '../invoices/for-order.ts';
import { getInvoice } from '../invoices/operations/reads.ts';
import { dueOf, overpaidOf } from '../invoices/rules.ts';
import { findBilling } from '../invoices/store.ts';
import type { InvoiceRow } from '../invoices/table.ts';
import type { Call } from '../kernel/call.ts';
import { findCustomer } from '../payments/customer-store.ts';
import { openCheckout } from './operations/open-checkout.ts';
import { openPortal } from './operations/open-portal.ts';
import { type Checkout, getBillingCatalogue, getCheckout } from './operations/reads.ts';
import type { CheckoutRow } from './table.ts';

const PACK = 'credits-1000-2000-usd';
const consoleUrl = 'https://mw.example/console';
const SECRET = 'a secret of the shop';

let service: TestService;
let stripe: StripeApi;
let client: GuardedClient;
let call: Call;
let partnerId: number;

beforeAll(async () => {
  service = await startTestService();
  stripe = await startStripeApi();
  client = createGuardedClient({ allowHttp: true, allowedNetworks: ['127.0.0.0/8'], proxy: undefined });
});
afterAll(async () => {
  client.close();
  await stripe.close();
  await service.stop();
});
beforeEach(async () => {
  const partner = await service.createPartner();
  ({ call } = await service.createKey(partner));
  partnerId = partner.id;
  useStripe();
  stripe.requests.length = 0;
  stripe.customers = null;
  stripe.planUnits = 4900;
});

function useStripe() {
  service.deps.paymentPages = createStripePages({
    secretKey: 'sk_test_12345678',
    apiUrl: stripe.url,
    consoleUrl,
    client,
  });
}

function useGeneric() {
  service.deps.paymentPages = createGenericPages({
    template: 'https://shop.example/pay?{query}',
    secret: SECRET,
    consoleUrl,
  });
}

const open = (input: object, caller = call) => service.run(caller, openCheckout, { input });
const state = async ({ id }: CheckoutRow) => (await service.run(call, getCheckout, { params: { id } })).status;
const sessions = () => stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions');

/** What Stripe sends when a session was paid, with the metadata that it was opened with. */
function paidSession({ payment }: Checkout, intent = freshId('pi')) {
  const { params } = sessions().at(-1) ?? { params: new URLSearchParams() };
  const metadata = Object.fromEntries(
    [...params].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
  const object = {
    id: payment,
    object: 'checkout.session',
    mode: params.get('mode'),
    payment_status: 'paid',
    payment_intent: intent,
    subscription: null,
    invoice: null,
    amount_total:
      Number(params.get('line_items[0][price_data][unit_amount]')) * Number(params.get('line_items[0][quantity]')),
    currency: params.get('line_items[0][price_data][currency]'),
    metadata,
  };
  return stripeEvent('checkout.session.completed', object, new Date());
}

const take = (event: Parameters<typeof storeAndApplyEvent>[2], gateway: 'stripe' | 'generic' = 'stripe') =>
  storeAndApplyEvent(service.deps, gateway, event);

/** An open invoice of the partner over 49.90 EUR. */
async function openInvoice(): Promise<string> {
  const order = await addOrder(service, { id: partnerId }, { billing_type: 'marketplace_usage' });
  return service.deps.transaction(service.admin, async (tx) => {
    const billing = await findBilling(tx.em, partnerId);
    const draft = draftOf(order, { billing, invoicing: service.deps.invoicing, jobId: null });
    const [id] = await insertDrafts(tx.em, tx.now, [draft]);
    await issueDrafts(tx.em, tx.now, [id ?? 0]);
    const [{ number }] = await tx.em.query('SELECT number FROM invoice WHERE id = $1', [id]);
    return number;
  });
}

const isPayable = async (invoiceNumber: string) =>
  (await service.run(call, getInvoice, { params: { invoiceNumber } })).isPayable;

async function invoiceRow(number: string) {
  const [row]: [InvoiceRow] = await service.dataSource.query('SELECT * FROM invoice WHERE number = $1', [number]);
  return { status: row.status, due: dueOf(row), overpaid: overpaidOf(row) };
}

describe('what is on sale', () => {
  test('is nothing where no gateway is set up', async () => {
    service.deps.paymentPages = null;
    expect(await service.run(call, getBillingCatalogue)).toMatchObject({ items: [], hasPortal: false });
    expect(await codeOf(open({ item: PACK }))).toBe('PRECONDITION_FAILED');
    expect(await codeOf(service.run(call, openPortal))).toBe('PRECONDITION_FAILED');
  });

  test('has no plan without a price', async () => {
    const { items } = await service.run(call, getBillingCatalogue);
    expect(items.map(({ item }) => item)).toEqual([
      PACK,
      'credits-5000-9000-usd',
      'credits-25000-40000-usd',
      'credits-100000-140000-usd',
      'plan-accelerate',
      'plan-business',
      'plan-command_plus',
      'plan-enterprise',
    ]);
    expect(await validationOf(open({ item: 'plan-starter' }))).toHaveProperty('item');
    expect(await validationOf(open({ item: 'nothing' }))).toHaveProperty('item');
    expect(await validationOf(open({}))).toHaveProperty('item');
    expect(await validationOf(open({ item: 'plan-business', quantity: 2 }))).toHaveProperty('quantity');
    const number = await openInvoice();
    expect(await validationOf(open({ item: PACK, invoice_number: number }))).toHaveProperty('invoice_number');
  });
});

describe('a pack through Stripe', () => {
  test('is granted once, by the event, whatever the page says', async () => {
    const checkout = await open({ item: PACK, quantity: 3 });
    expect(checkout).toMatchObject({
      status: 'open',
      amount_minor: 6000,
      url: expect.stringContaining('https://checkout.stripe.com/'),
    });
    const [session] = sessions();
    expect(session?.version).toBe('2026-10-28.endive');
    expect(Object.fromEntries(session?.params ?? [])).toMatchObject({
      mode: 'payment',
      client_reference_id: checkout.row_key,
      success_url: `${consoleUrl}/credits/checkout/${checkout.id}`,
      'metadata[partner_id]': String(partnerId),
      'line_items[0][price_data][unit_amount]': '2000',
    });
    expect((await booksOf(service.deps, partnerId)).balance).toBe(0);

    const event = paidSession(checkout);
    expect(await take(event)).toBe('applied');
    expect(await take(event)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      balance: 3000,
      orders: 1,
      invoices: 1,
      paid: 6000,
    });
    expect(await state(checkout)).toBe('paid');
    // What is paid is not handed out again.
    expect((await open({ item: PACK, quantity: 3 })).id).not.toBe(checkout.id);
  });

  test('a double click opens one page, at once or one after the other', async () => {
    const held = stripe.hold();
    const clicks = [open({ item: PACK }), open({ item: PACK })];
    await held.come;
    held.release();
    const [first, second] = await Promise.all(clicks);
    const third = await open({ item: PACK });
    expect(new Set([first, second, third].map((one) => one?.url)).size).toBe(1);
    expect(new Set(sessions().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect((await open({ item: PACK, quantity: 2 })).url).not.toBe(first?.url);
  });

  test('a request that waits no longer for another one leaves it its page', async () => {
    const held = stripe.hold();
    const first = open({ item: PACK });
    await held.come;
    const stopping = testOperations({ ...service.deps, stopping: AbortSignal.abort() });
    expect(await codeOf(stopping.run(call, openCheckout, { input: { item: PACK } }))).toBe('SERVICE_UNAVAILABLE');
    held.release();
    expect((await first).status).toBe('open');
  });

  test('a partner is one customer', async () => {
    await open({ item: PACK });
    await open({ item: PACK, quantity: 2 });
    expect(stripe.requests.filter(({ path }) => path === '/v1/customers')).toHaveLength(1);
    const { url } = await service.run(call, openPortal);
    expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    const customer = await findCustomer(service.deps.db, partnerId);
    expect(stripe.requests.at(-1)?.params.get('customer')).toBe(customer);
  });

  test('a customer of another account of Stripe is made anew', async () => {
    await open({ item: PACK });
    const before = await findCustomer(service.deps.db, partnerId);
    stripe.customers = new Set();
    await service.run(call, openPortal);
    expect(await findCustomer(service.deps.db, partnerId)).not.toBe(before);
  });

  test.each([
    [500, { type: 'api_error' }, 'SERVICE_UNAVAILABLE'],
    [429, { type: 'invalid_request_error', code: 'rate_limit' }, 'SERVICE_UNAVAILABLE'],
  ])('an answer %i of Stripe sells nothing, and the next try does', async (status, error, code) => {
    await open({ item: PACK });
    stripe.failWith(status, error);
    expect(await codeOf(open({ item: PACK, quantity: 5 }))).toBe(code);
    expect((await open({ item: PACK, quantity: 5 })).status).toBe('open');
  });

  test('what Stripe refuses is an error without its text', async () => {
    await open({ item: PACK });
    stripe.failWith(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_12345678' });
    await expect(open({ item: PACK, quantity: 5 })).rejects.toThrow(/^Stripe: StripeAuthenticationError 401$/);
  });

  test('a page that was not paid expires', async () => {
    const checkout = await open({ item: PACK });
    service.setClock(new Date(checkout.expires_at.getTime() + 1));
    expect(await state(checkout)).toBe('expired');
    service.setClock(undefined);
  });

  test('the number of pages is bounded', async () => {
    await service.dataSource.query(
      `INSERT INTO checkout (row_key, partner_id, gateway, item, quantity, amount_minor, currency, expires_at, created_at)
       SELECT gen_random_uuid(), $1, 'stripe', 'other', 1, 1, 'USD', now(), now() FROM generate_series(1, 60)`,
      [partnerId],
    );
    expect(await codeOf(open({ item: PACK }))).toBe('RATE_LIMITED');
  });
});

describe('a plan through Stripe', () => {
  const subscribed = (status: string, id = 'sub_1') =>
    stripeEvent(
      `customer.subscription.updated`,
      {
        id,
        object: 'subscription',
        status,
        items: { object: 'list', data: [{ id: 'si_1', price: { id: 'plan_accelerate' }, quantity: 1 }] },
        metadata: { partner_id: String(partnerId) },
      },
      new Date(),
    );

  test('is a subscription; the portal changes it while it lives', async () => {
    await open({ item: 'plan-accelerate' });
    const { params } = sessions()[0] ?? {};
    expect(Object.fromEntries(params ?? [])).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'plan_accelerate',
      'subscription_data[metadata][partner_id]': String(partnerId),
    });
    await take(subscribed('active', `sub_${partnerId}`));
    expect((await booksOf(service.deps, partnerId)).plan).toBe('accelerate');
    expect(await service.run(call, getBillingCatalogue)).toMatchObject({ plan: 'accelerate', isSubscribed: true });
    expect(await codeOf(open({ item: 'plan-business' }))).toBe('CONFLICT');
    await take(subscribed('canceled', `sub_${partnerId}`));
    stripe.planUnits = 19900;
    expect((await open({ item: 'plan-business' })).status).toBe('open');
  });

  test('is not sold at another price than the catalogue shows', async () => {
    stripe.planUnits = 4901;
    await expect(open({ item: 'plan-accelerate' })).rejects.toThrow('BILLING_CATALOGUE');
    expect(stripe.requests.at(-1)?.path).toMatch(/^\/v1\/checkout\/sessions\/cs_test_\d+\/expire$/);
  });
});

describe('an open invoice through Stripe', () => {
  test('is paid by the event', async () => {
    const number = await openInvoice();
    const checkout = await open({ invoice_number: number });
    expect((await open({ invoice_number: number })).url).toBe(checkout.url);
    expect(await take(paidSession(checkout))).toBe('applied');
    expect(await invoiceRow(number)).toEqual({ status: 'paid', due: 0, overpaid: 0 });
    expect(await state(checkout)).toBe('paid');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ orders: 1, invoices: 1 });
    expect(await codeOf(open({ invoice_number: number }))).toBe('CONFLICT');
  });

  test('that is paid through another gateway in part is not: its event could not be booked', async () => {
    const number = await openInvoice();
    const part = { partner_id: partnerId, reference: number, amount: '1.00', currency: 'EUR' };
    const paid = genericEvent('payment.succeeded', part, new Date(), { billing_type: 'marketplace_usage' });
    expect(await storeAndApplyEvent(service.deps, 'generic', paid)).toBe('applied');
    expect(await codeOf(open({ invoice_number: number }))).toBe('CONFLICT');
    expect(await isPayable(number)).toBe(false);
    useGeneric();
    expect(await isPayable(number)).toBe(true);
    expect(await open({ invoice_number: number })).toHaveProperty('url');
  });

  test('that is paid twice keeps the excess, and a refund gives it back first', async () => {
    const number = await openInvoice();
    const checkout = await open({ invoice_number: number });
    const event = paidSession(checkout);
    await take(event);
    const intent = freshId('pi');
    await take(paidSession({ ...checkout, payment: freshId('cs_test') }, intent));
    expect(await invoiceRow(number)).toEqual({ status: 'paid', due: 0, overpaid: 4990 });
    const refund = stripeCharge({ partner_id: partnerId, intent, units: 4990, currency: 'EUR', price: '' }, 4990);
    expect(await take(stripeEvent('charge.refunded', refund, new Date()))).toBe('applied');
    expect(await invoiceRow(number)).toEqual({ status: 'paid', due: 0, overpaid: 0 });
  });

  test('of another partner is not there to pay', async () => {
    const number = await openInvoice();
    const other = await service.createCaller();
    expect(await codeOf(open({ invoice_number: number }, other.call))).toBe('FORBIDDEN');
    expect(await codeOf(open({ invoice_number: 'INV-2020-999999' }))).toBe('NOT_FOUND');
    const checkout = await open({ invoice_number: number });
    expect(await codeOf(service.run(other.call, getCheckout, { params: { id: checkout.id } }))).toBe('FORBIDDEN');
  });

  test('that an event names of another partner is not paid', async () => {
    const number = await openInvoice();
    const event = paidSession(await open({ invoice_number: number }));
    const { id } = await service.createPartner();
    const object = event['data'] as { object: { metadata: Record<string, string> } };
    object.object.metadata['partner_id'] = String(id);
    expect(await take(event)).toBe('failed');
    expect(await invoiceRow(number)).toMatchObject({ status: 'open', due: 4990 });
  });
});

describe('the generic gateway', () => {
  const paramsOf = ({ url }: CheckoutRow) => new URL(url ?? '').searchParams;

  /** What the shop sends after a payment: the parameters of the page, but its addresses. */
  function paid(params: URLSearchParams) {
    const {
      return_url: _r,
      cancel_url: _c,
      expires_at: _e,
      signature: _s,
      description: _d,
      interval: _i,
      ...data
    } = Object.fromEntries(params);
    const { partner_id, reference = '', amount = '', currency = '', ...more } = data;
    const purchase = { partner_id: Number(partner_id), reference, amount, currency };
    return genericEvent('payment.succeeded', purchase, new Date(), more);
  }

  beforeEach(useGeneric);

  test('signs what its page is to charge as it signs events', async () => {
    const checkout = await open({ item: PACK });
    const gateway = createGateways({ stripe: [], generic: [SECRET] }).generic;
    const { search } = new URL(checkout.url ?? '');
    const query = `${search.slice(1)}`;
    const verified = await codeOfSignature(() =>
      gateway.receive({ method: 'GET', headers: {}, query, body: Buffer.alloc(0) }, new Date()),
    );
    expect(verified).toBe('UnreadableEvent');
    const forged = query.replace('amount=20.00', 'amount=2.00');
    expect(
      await codeOfSignature(() =>
        gateway.receive({ method: 'GET', headers: {}, query: forged, body: Buffer.alloc(0) }, new Date()),
      ),
    ).toBe('SignatureRefused');
  });

  test('sells a pack, a plan, and takes the payment of an invoice', async () => {
    const pack = await open({ item: PACK, quantity: 2 });
    expect(Object.fromEntries(paramsOf(pack))).toMatchObject({
      amount: '40.00',
      credits: '2000',
      billing_type: 'token_pack',
    });
    expect(await take(paid(paramsOf(pack)), 'generic')).toBe('applied');
    const plan = await open({ item: 'plan-business' });
    expect(await take(paid(paramsOf(plan)), 'generic')).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 2000, plan: 'business', orders: 2 });
    const number = await openInvoice();
    const invoice = await open({ invoice_number: number });
    expect(await take(paid(paramsOf(invoice)), 'generic')).toBe('applied');
    expect(await invoiceRow(number)).toEqual({ status: 'paid', due: 0, overpaid: 0 });
    expect(await Promise.all([pack, plan, invoice].map(state))).toEqual(['paid', 'paid', 'paid']);
  });

  test('has no page for payment methods', async () => {
    expect(await codeOf(service.run(call, openPortal))).toBe('PRECONDITION_FAILED');
  });
});

async function codeOfSignature(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'unknown';
  }
}

test('a sandbox key buys nothing', async () => {
  const { call: sandbox } = await service.createCaller({ sandbox: true });
  expect(await codeOf(open({ item: PACK }, sandbox))).toBe('FORBIDDEN');
});
