import { beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { billingCatalogueResource, checkoutResource } from '../../api/checkout/resource.ts';
import { one } from '../../api/resource.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { backfill, invoiceOf, reportOrder } from '../environment/invoices.ts';
import { createOauthClient, createUser, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

const OPEN: RouteName = 'POST /app/checkout';
const PACK = { item: 'credits-1000-2000-usd' };
type Checkout = z.output<typeof checkoutResource.schema>;

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

async function open(body: object, of = partner): Promise<Checkout> {
  const reply = await of.request(OPEN, { body });
  expect(reply.status).toBe(201);
  return read(reply, one(checkoutResource).schema).data;
}

const stateOf = async ({ id }: Checkout, of = partner) =>
  read(await of.request('GET /app/checkout/{id}', { params: { id } }), one(checkoutResource).schema).data.attributes;

const paid = (checkout: Checkout, of = partner) =>
  waitUntil(
    'the payment to be applied',
    async () => (await stateOf(checkout, of)).status,
    (status) => status === 'paid',
  );

/** Ends the visit to the sandbox gateway's page; the answer is where it leads. */
const choose = (checkout: Checkout, outcome: string) =>
  fetch(checkout.attributes.url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

describe('GET /app/billing-catalogue', () => {
  test('has what is on sale, and what each plan allows', async () => {
    const reply = await partner.request('GET /app/billing-catalogue');
    const { attributes } = read(reply, one(billingCatalogueResource).schema).data;
    expect(attributes.packs[0]).toEqual({ ...PACK, name: '1,000 credits', credits: 1000, amount: 20, currency: 'USD' });
    expect(attributes.plans.map(({ plan }) => plan)).not.toContain('starter');
    expect(attributes.plans.find(({ plan }) => plan === 'business')).toMatchObject({
      item: 'plan-business',
      amount: 199,
      interval: 'month',
      limits: { requests_per_minute: 300, requests_per_day: 10_000 },
    });
    expect(attributes).toMatchObject({ portal: false, subscribed: false, tax: 'included' });
  });
});

describe('PATCH /app/credit-warning', () => {
  const WARNING: RouteName = 'PATCH /app/credit-warning';

  test('sets when a balance is low, which use shows, and takes the default again', async () => {
    const other = await createPartner();
    const { balance } = (await usageOf(other)).credits;
    const set = (threshold: unknown) => other.request(WARNING, { body: { threshold } });
    expect((await set(balance + 1)).body).toMatchObject({
      data: { attributes: { threshold: balance + 1, warns_below: balance + 1, low: true } },
    });
    expect((await usageOf(other)).credits).toMatchObject({ low: true, warns_below: balance + 1 });
    expect((await set(null)).body).toMatchObject({ data: { attributes: { threshold: null, low: false } } });
    expectError(await set(-1), 'VALIDATION_ERROR');
    expectError(await set('many'), 'VALIDATION_ERROR');
  });
});

describe(OPEN, () => {
  test('a pack is granted by the event of its payment, once', async () => {
    const before = (await usageOf(partner)).credits.balance;
    const checkout = await open(PACK);
    expect(checkout).toMatchObject({ type: 'checkout', attributes: { status: 'open', amount: 20, currency: 'USD' } });
    expect((await fetch(checkout.attributes.url ?? '')).headers.get('content-type')).toContain('text/html');
    const declined = await choose(checkout, 'fail');
    expect(declined.status).toBe(402);

    const returned = await choose(checkout, 'pay');
    expect(returned.status).toBe(303);
    expect(returned.headers.get('location')).toMatch(new RegExp(`/console/credits/checkout/${checkout.id}$`));
    await choose(checkout, 'pay');
    await paid(checkout);
    expect((await usageOf(partner)).credits.balance).toBe(before + 1_000);
    expect((await stateOf(checkout)).url).toBeNull();
  });

  test('nothing is granted on the way back from a page that was not paid on', async () => {
    const checkout = await open({ ...PACK, quantity: 2 });
    expect((await stateOf(checkout)).status).toBe('open');
    const { url } = checkout.attributes;
    const forged = await fetch((url ?? '').replace('amount=40.00', 'amount=0.01'), { method: 'POST' });
    expect(forged.status).toBe(401);
  });

  test('two at once, and a repeat with the same Idempotency-Key, lead to one page', async () => {
    const body = { ...PACK, quantity: 3 };
    const both = await Promise.all([open(body), open(body)]);
    expect(new Set(both.map(({ attributes }) => attributes.url)).size).toBe(1);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const replies = [await partner.request(OPEN, { body, headers }), await partner.request(OPEN, { body, headers })];
    expect(replies.map((reply) => read(reply, one(checkoutResource).schema).data.id)).toEqual([
      both[0]?.id,
      both[0]?.id,
    ]);
  });

  test('pays an open invoice', async () => {
    const own = await createPartner();
    await reportOrder(own, { billing_type: 'marketplace_usage' });
    const [number = ''] = await backfill(own);
    expect(await invoiceOf(own, number)).toMatchObject({ status: 'open', payable: true });
    const checkout = await open({ invoice_number: number }, own);
    await choose(checkout, 'later');
    await paid(checkout, own);
    expect(await invoiceOf(own, number)).toMatchObject({ status: 'paid', amount_due: 0, payable: false });
    expectError(await own.request(OPEN, { body: { invoice_number: number } }), 'CONFLICT');
    expectError(await partner.request(OPEN, { body: { invoice_number: number } }), 'FORBIDDEN');
  });

  test('a plan takes effect', async () => {
    const own = await createPartner();
    const checkout = await open({ item: 'plan-business' }, own);
    await choose(checkout, 'pay');
    await paid(checkout, own);
    expect((await usageOf(own)).plan).toBe('business');
  });

  test('takes what is on sale', async () => {
    expect(expectError(await partner.request(OPEN, { body: { item: 'gold' } }), 'VALIDATION_ERROR')).toHaveProperty(
      'item',
    );
    expectError(await partner.request(OPEN, { body: { ...PACK, quantity: 0 } }), 'VALIDATION_ERROR');
  });

  test('is for owners', async () => {
    const admin = await signIn(await createOauthClient(partner.id), await createUser(partner.id, 'admin'));
    expectError(await partner.request(OPEN, { body: PACK, key: admin.access_token }), 'FORBIDDEN');
    const reply = await partner.request('GET /app/billing-catalogue', { key: admin.access_token });
    expect(reply.status).toBe(200);
  });
});

test('POST /app/billing-portal: the sandbox gateway keeps no payment methods', async () => {
  expectError(await partner.request('POST /app/billing-portal'), 'PRECONDITION_FAILED');
});
