import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { billedUsage } from '../../api/invoices/job-resource.ts';
import { paymentEventResource } from '../../api/payments/area.ts';
import { one, page } from '../../api/resource.ts';
import {
  freshId,
  type GatewayEvent,
  genericEvent,
  stripeCheckout,
  stripeDispute,
  stripeEvent,
  stripeSubscription,
} from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import { signGeneric, signGenericQuery, signStripe } from '../../sandbox/gateway/sign.ts';
import { eventsOf, STORIES, type Story } from '../../sandbox/gateway/stories.ts';
import { expectError, freshAddress, type Reply, read, send } from '../environment/http.ts';
import { invoiceOf, reportUse, setBilling } from '../environment/invoices.ts';
import { createPartner, type Partner, requestAsAdmin, usageOf } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';

type Gateway = 'generic' | 'stripe';
type PaymentEvent = z.output<typeof paymentEventResource.schema>;
const PATHS = ['/webhooks/v1/', '/webhooks/'];

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner({ credits: 0, plan: 'starter' });
});

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Sends a body as a gateway does; `timestamp` is when it says it signed. */
function post(
  gateway: Gateway,
  body: string,
  {
    path = PATHS[0],
    timestamp = nowInSeconds(),
    headers,
  }: { path?: string | undefined; timestamp?: number; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const secret = runningStack().gatewaySecrets[gateway];
  const signed = gateway === 'stripe' ? signStripe(secret, body, timestamp) : signGeneric(secret, body, timestamp);
  return send('POST', `${path}${gateway}`, { key: null, body, headers: headers ?? signed });
}

const sendEvent = (gateway: Gateway, event: GatewayEvent, path?: string) =>
  post(gateway, JSON.stringify(event), { path });

/** The event as administrators see it. */
async function seen({ id }: GatewayEvent): Promise<PaymentEvent | undefined> {
  const reply = await requestAsAdmin('GET /3pi-partners/payment-events', { query: { per_page: 100 } });
  return read(reply, page(paymentEventResource).schema).data.find(({ event_id }) => event_id === id);
}

/** Waits until an event has that status. */
function untilStatus(event: GatewayEvent, status: string): Promise<PaymentEvent | undefined> {
  return waitUntil(
    `the event to be ${status}`,
    () => seen(event),
    (found) => found?.status === status && (status !== 'stored' || found.reason !== null),
  );
}

function packOf(owner: Partner, more: object = {}): GatewayEvent {
  const purchase = {
    partner_id: owner.id,
    reference: freshId('order'),
    amount: '20.00',
    currency: 'USD',
    credits: 1_000,
  };
  return genericEvent('payment.succeeded', purchase, new Date(), more);
}

describe.each(PATHS)('%s{gateway}', (path) => {
  test('takes an event of the generic gateway, which becomes credits', async () => {
    const buyer = await createPartner({ credits: 0 });
    const event = packOf(buyer);
    const reply = await sendEvent('generic', event, path);
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: { received: true } });
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(await untilStatus(event, 'applied')).toMatchObject({
      gateway: 'generic',
      type: 'payment.succeeded',
      kind: 'paid',
      partner_id: buyer.id,
      order_id: expect.any(Number),
      reason: null,
    });
    expect((await usageOf(buyer)).credits).toMatchObject({ balance: 1_000, available: 1_000 });
    const again = await sendEvent('generic', event, path);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 200,
      body: { received: true, duplicate: true },
    });
  });

  test('takes an event of Stripe, which becomes credits', async () => {
    const buyer = await createPartner({ credits: 0 });
    const purchase = {
      partner_id: buyer.id,
      intent: freshId('pi'),
      units: 9_000,
      currency: 'USD',
      price: 'credits_5000',
    };
    const event = stripeEvent('checkout.session.completed', stripeCheckout(purchase), new Date());
    const reply = await sendEvent('stripe', event, path);
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: { received: true } });
    await untilStatus(event, 'applied');
    expect((await usageOf(buyer)).credits.balance).toBe(5_000);
    expect((await sendEvent('stripe', event, path)).body).toEqual({ received: true, duplicate: true });
  });

  test('takes an event by GET', async () => {
    const buyer = await createPartner({ credits: 0 });
    const event = packOf(buyer);
    const { data, ...envelope } = event;
    const params = Object.fromEntries(
      Object.entries({ ...envelope, ...(data as object) }).map(([name, value]) => [name, String(value)]),
    );
    const { generic } = runningStack().gatewaySecrets;
    const query = signGenericQuery(generic, { ...params, note: "it's (a) note*", timestamp: String(nowInSeconds()) });
    const reply = await send('GET', `${path}generic?${query}`, { key: null });
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: { received: true } });
    await untilStatus(event, 'applied');
    expect((await usageOf(buyer)).credits.balance).toBe(1_000);
    const forged = await send('GET', `${path}generic?${query.replace('amount=20', 'amount=21')}`, { key: null });
    expectError(forged, 'UNAUTHORIZED');
    const old = signGenericQuery(generic, { ...params, id: freshId('evt'), timestamp: String(nowInSeconds() - 301) });
    expectError(await send('GET', `${path}generic?${old}`, { key: null }), 'UNAUTHORIZED');
  });

  test('sends a challenge back', async () => {
    const reply = await send('GET', `${path}generic?challenge=%3Cb%3Ehello`, { key: null });
    expect({ status: reply.status, text: reply.text, type: reply.headers.get('Content-Type') }).toEqual({
      status: 200,
      text: '<b>hello',
      type: 'text/plain; charset=utf-8',
    });
    expectError(
      await send('GET', `${path}generic?challenge=a&signature=${'0'.repeat(64)}`, { key: null }),
      'UNAUTHORIZED',
    );
    expectError(await send('GET', `${path}generic?challenge=${'a'.repeat(256)}`, { key: null }), 'VALIDATION_ERROR');
    expectError(await send('GET', `${path}generic`, { key: null }), 'UNAUTHORIZED');
    expectError(await send('GET', `${path}stripe`, { key: null }), 'UNAUTHORIZED');
  });

  test('refuses what is not signed, signed by others, for something else, or too long ago', async () => {
    const event = packOf(partner);
    const body = JSON.stringify(event);
    const wrong = 'another secret altogether';
    const { generic } = runningStack().gatewaySecrets;
    const timestamp = String(nowInSeconds());
    const withoutTime = createHmac('sha256', generic).update(body).digest('hex');
    const refused: [Gateway, Parameters<typeof post>[2]][] = [
      ['generic', { headers: {} }],
      ['generic', { headers: signGeneric(wrong, body) }],
      ['generic', { headers: signGeneric(generic, `${body} `) }],
      ['generic', { headers: { 'X-Timestamp': timestamp, 'X-Signature': `sha256=${withoutTime}` } }],
      ['generic', { headers: { ...signGeneric(generic, body), 'X-Timestamp': String(Number(timestamp) + 1) } }],
      ['generic', { headers: { ...signGeneric(generic, body), 'X-Signature': 'sha256=é' } }],
      ['generic', { timestamp: nowInSeconds() - 301 }],
      ['generic', { timestamp: nowInSeconds() + 310 }],
      ['stripe', { headers: {} }],
      ['stripe', { headers: signStripe(wrong, body) }],
      ['stripe', { headers: signStripe(runningStack().gatewaySecrets.stripe, `${body} `) }],
      ['stripe', { headers: { 'Stripe-Signature': 't=,v1=' } }],
      ['stripe', { timestamp: nowInSeconds() - 301 }],
    ];
    for (const [gateway, options] of refused) {
      const reply = await post(gateway, body, { path, ...options });
      expect({ gateway, options, status: reply.status }).toEqual({ gateway, options, status: 401 });
      expectError(reply, 'UNAUTHORIZED');
      expect(reply.headers.get('WWW-Authenticate')).toBe('Signature realm="webhooks"');
    }
    expect(await seen(event)).toBeUndefined();
  });

  test('knows no other gateway, method or size', async () => {
    for (const name of ['paypal', 'v1', 'Stripe', 'generic/x', '%00', '__proto__', 'constructor']) {
      expectError(await send('POST', `${path}${name}`, { key: null, body: '{}' }), 'NOT_FOUND');
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const reply = await send(method, `${path}generic`, { key: null, body: '{}' });
      expectError(reply, 'METHOD_NOT_ALLOWED');
      expect(reply.headers.get('Allow')).toBe('GET, OPTIONS, POST');
    }
    const long = JSON.stringify({ ...packOf(partner), note: 'x'.repeat(1_048_576) });
    expectError(await post('generic', long, { path }), 'PAYLOAD_TOO_LARGE');
    const longest = { ...packOf(partner), note: '' };
    longest.note = 'x'.repeat(1_048_576 - JSON.stringify(longest).length);
    expect((await post('generic', JSON.stringify(longest), { path })).status).toBe(200);
  });

  test('refuses what was signed but is no event', async () => {
    expectError(await post('generic', 'no JSON', { path }), 'INVALID_JSON');
    expectError(await post('stripe', '[', { path }), 'INVALID_JSON');
    for (const body of ['{}', '[]', 'null', '{"id": 1, "type": "x"}', JSON.stringify({ id: 'a\0b', type: 'x' })]) {
      expectError(await post('generic', body, { path }), 'VALIDATION_ERROR');
      expectError(await post('stripe', body, { path }), 'VALIDATION_ERROR');
    }
  });
});

test('a body without end is cut off', async () => {
  const { port, hostname } = new URL(runningStack().origins[0]);
  const socket = connect(Number(port), hostname);
  socket.write('POST /webhooks/v1/generic HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  for (let sent = 0; sent < 20; sent += 1) socket.write(chunk);
  expect(await answer).toContain('413');
  socket.destroy();
});

test('the limit of an address is wide, and shown', async () => {
  const address = freshAddress();
  const reply = await send('POST', '/webhooks/v1/generic', { key: null, body: '{}', address });
  expect(reply.headers.get('X-RateLimit-Limit')).toBe('6000');
  expect(reply.headers.get('RateLimit-Policy')).toBe('"gateway-address";q=6000;w=60');
});

test('the same event 20 times at once, over both paths and processes, counts once', async () => {
  const buyer = await createPartner({ credits: 0 });
  const event = packOf(buyer);
  const body = JSON.stringify(event);
  const headers = signGeneric(runningStack().gatewaySecrets.generic, body);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send('POST', `${PATHS[index % 2]}generic`, { key: null, body, headers, process: index % 3 === 0 ? 1 : 0 }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(replies.filter(({ text }) => text === '{"received":true}')).toHaveLength(1);
  await untilStatus(event, 'applied');
  expect((await usageOf(buyer)).credits.balance).toBe(1_000);
});

describe('the stories of the sandbox gateway', () => {
  const BALANCES: Record<Story, number> = {
    success: 1_000,
    refund: 0,
    dispute: 1_000,
    dispute_lost: 0,
    duplicates: 0,
    out_of_order: 0,
    subscription: 0,
  };

  test.each(STORIES.flatMap((story) => (['generic', 'stripe'] as const).map((gateway) => [story, gateway] as const)))(
    '%s, at %s',
    async (story, gateway) => {
      const buyer = await createPartner({ credits: 0, plan: 'starter' });
      const order = {
        partner_id: buyer.id,
        amount: '20.00',
        currency: 'USD',
        credits: 1_000,
        plan: 'business',
        pack_price: 'credits_1000',
        plan_price: 'plan_business',
      };
      const events = eventsOf(story, gateway, order, new Date());
      const { origins, gatewaySecrets } = runningStack();
      const delivered = await deliver({ origin: origins[0], secrets: gatewaySecrets }, gateway, events);
      expect(delivered.map(({ status }) => status)).toEqual(events.map(() => 200));
      for (const event of events.filter(({ type }) => type !== 'payment_intent.succeeded'))
        await untilStatus(event, 'applied');
      expect((await usageOf(buyer)).credits.balance).toBe(BALANCES[story]);
      expect((await usageOf(buyer)).plan).toBe('starter');
    },
  );
});

test('an invoice over metered use is paid by the payments that name it, each once; a refund is credited', async () => {
  const buyer = await createPartner({ credits: 0 });
  await setBilling(buyer, { marketplace_customer_id: crypto.randomUUID(), tax_rate: '0.2' });
  await reportUse(buyer, { quantity: '10', unit_price: '2.50' });
  const period = { period_start: '2025-05-01', period_end: '2025-05-31' };
  const reply = await buyer.request('POST /invoice-receipts/generate-marketplace', { body: period });
  const number = read(reply, billedUsage.schema).data?.invoice_number ?? '';
  const usageEvent = (type: string, more: object = {}) => {
    const purchase = { partner_id: buyer.id, reference: number, amount: '30.00', currency: 'USD' };
    return genericEvent(type, { ...purchase, billing_type: 'marketplace_usage' }, new Date(), more);
  };

  const short = usageEvent('payment.succeeded', { amount: '25.00' });
  await sendEvent('generic', short);
  await untilStatus(short, 'applied');
  expect(await invoiceOf(buyer, number)).toMatchObject({ status: 'open', amount_paid: 25, amount_due: 5 });

  const rest = usageEvent('payment.succeeded', { amount: '5.00' });
  for (const event of [rest, { ...rest, id: freshId('evt') }]) {
    await sendEvent('generic', event);
    await untilStatus(event, 'applied');
  }
  expect(await invoiceOf(buyer, number)).toMatchObject({
    status: 'paid',
    amount_paid: 30,
    total_amount: 30,
    amount_due: 0,
    amount_overpaid: 0,
  });
  const refund = usageEvent('payment.refunded', { amount: '6.00' });
  await sendEvent('generic', refund);
  await untilStatus(refund, 'applied');
  const row = (kind: string, reference: string, amount: number, balance: number): unknown =>
    expect.objectContaining({ kind, gateway: 'generic', reference, amount, balance, currency: 'USD' });
  expect(await invoiceOf(buyer, number)).toMatchObject({
    status: 'paid',
    amount_credited: 6,
    payments: [row('payment', number, 25, 25), row('payment', number, 5, 30), row('refund', refund.id, -6, 24)],
  });
  const all = await buyer.request('GET /invoice-receipts');
  expect(all.body).toMatchObject({ pagination: { total: 1 } });
});

test('a plan takes effect at once: its limits are those of the next request', async () => {
  const subscriber = await createPartner({ plan: 'starter', key: { rate_limit_per_minute: 10_000 } });
  const limit = async () => (await subscriber.request('GET /app/usage-data')).headers.get('RateLimit-Policy');
  expect(await limit()).toContain('"plan";q=60;');
  const subscription = freshId('sub');
  const event = stripeEvent(
    'customer.subscription.created',
    stripeSubscription(subscriber.id, subscription, 'plan_enterprise'),
    new Date(),
  );
  await sendEvent('stripe', event);
  await untilStatus(event, 'applied');
  expect(await limit()).toContain('"plan";q=1000;');
});

describe('GET /3pi-partners/payment-events', () => {
  test('shows what is wrong with an event, which harms no other', async () => {
    const buyer = await createPartner({ credits: 0 });
    const wrong = [
      packOf(buyer, { amount: '-20.00' }),
      packOf(buyer, { currency: 'XXQ' }),
      packOf(buyer, { partner_id: 'me' }),
      stripeEvent(
        'customer.subscription.created',
        stripeSubscription(buyer.id, freshId('sub'), 'price_unknown'),
        new Date(),
      ),
    ];
    const good = packOf(buyer);
    for (const event of [...wrong.slice(0, 3), good]) expect((await sendEvent('generic', event)).status).toBe(200);
    expect((await sendEvent('stripe', wrong[3] as GatewayEvent)).status).toBe(200);
    await untilStatus(good, 'applied');
    for (const event of wrong) expect(await untilStatus(event, 'failed')).toMatchObject({ reason: expect.any(String) });
    const reply = await requestAsAdmin('GET /3pi-partners/payment-events', {
      query: { status: 'failed', per_page: 100 },
    });
    const { data } = read(reply, page(paymentEventResource).schema);
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(data.map(({ event_id }) => event_id)).toEqual(expect.arrayContaining(wrong.map(({ id }) => id)));
    expect((await usageOf(buyer)).credits.balance).toBe(1_000);
  });

  test('keeps events of unknown types, and those that wait for a payment', async () => {
    const buyer = await createPartner({ credits: 0 });
    const unknown = { ...packOf(buyer), type: 'payment.pondered' };
    const purchase = {
      partner_id: buyer.id,
      intent: freshId('pi'),
      units: 100,
      currency: 'USD',
      price: 'credits_1000',
    };
    const early = stripeEvent('charge.dispute.created', stripeDispute(purchase, 'needs_response'), new Date());
    await sendEvent('generic', unknown);
    await sendEvent('stripe', early);
    expect(await untilStatus(unknown, 'ignored')).toMatchObject({ kind: null });
    expect(await untilStatus(early, 'stored')).toMatchObject({
      kind: 'disputed',
      partner_id: null,
      reason: expect.any(String),
    });
  });

  test('refuses filters that there are not', async () => {
    const query = { status: 'lost', per_page: 101 };
    const details = expectError(
      await requestAsAdmin('GET /3pi-partners/payment-events', { query }),
      'VALIDATION_ERROR',
    );
    expect(Object.keys(details)).toEqual(['status', 'per_page']);
  });
});

describe('POST /3pi-partners/payment-events/{payment_event_id}/retry', () => {
  const retry = (id: number | undefined) =>
    requestAsAdmin('POST /3pi-partners/payment-events/{payment_event_id}/retry', {
      params: { payment_event_id: id ?? 0 },
    });

  test('carries out what waited for a partner, if that has not come about by itself', async () => {
    const next = (await createPartner()).id + 1_000_000;
    const event = packOf({ ...partner, id: next });
    await sendEvent('generic', event);
    const found = await untilStatus(event, 'stored');
    expect(found).toMatchObject({ partner_id: next, reason: `There is no partner ${next} yet.` });
    const reply = await retry(found?.id);
    expect(reply.status).toBe(202);
    expect(read(reply, one(paymentEventResource).schema).data).toMatchObject({ status: 'stored', reason: null });
    await untilStatus(event, 'stored');
  });

  test('is not for what was carried out', async () => {
    const event = packOf(await createPartner({ credits: 0 }));
    await sendEvent('generic', event);
    const found = await untilStatus(event, 'applied');
    expectError(await retry(found?.id), 'CONFLICT');
  });
});
