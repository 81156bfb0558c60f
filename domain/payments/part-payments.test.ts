import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EntityManager } from 'typeorm';
import {
  freshId,
  type GatewayEvent,
  genericEvent,
  type StripePurchase,
  stripeEvent,
  stripeIntent,
} from '../../sandbox/gateway/events.ts';
import { backfillOrders } from '../../test/environment/invoice-jobs.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { at, booksOf, storeAndApplyEvent } from '../../test/environment/payments.ts';
import { permutations } from '../../test/environment/permutations.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { sumInvoices } from '../invoices/list-store.ts';
import { dueOf, overpaidOf } from '../invoices/rules.ts';
import type { InvoiceRow } from '../invoices/table.ts';
import type { NewOrder } from '../orders/store.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';

jest.setTimeout(180_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A partner whose invoices have 19 % tax. */
async function taxedPartner(): Promise<number> {
  const { id } = await service.createPartner();
  await service.run(service.admin, updatePartner, { params: { partner_id: id }, input: { tax_rate: '0.19' } });
  return id;
}

/** An order over 100.00 EUR and the tax, for 1,000 credits unless it says otherwise, and events of its payments. */
async function reported(more: Partial<NewOrder> = {}) {
  const partnerId = await taxedPartner();
  const order = await addOrder(service, { id: partnerId }, { amount_minor: 10_000, currency: 'EUR', ...more });
  const purchase = { partner_id: partnerId, reference: order.reference, currency: 'EUR' };
  const event = (type: string, amount: string, second: number, extra: object = {}) =>
    genericEvent(type, { ...purchase, amount }, at(second), {
      billing_type: order.billing_type,
      ...(type === 'payment.succeeded' ? { credits: 1_000 } : {}),
      ...extra,
    });
  return { partnerId, order, event };
}

const take = (event: GatewayEvent) => storeAndApplyEvent(service.deps, 'generic', event);
const reasonOf = async (event: GatewayEvent) =>
  (await service.dataSource.query('SELECT reason FROM payment_event WHERE event_id = $1', [event.id]))[0].reason;

async function invoiceOf(partnerId: number) {
  const rows: InvoiceRow[] = await service.dataSource.query('SELECT * FROM invoice WHERE partner_id = $1 ORDER BY id', [
    partnerId,
  ]);
  expect(rows).toHaveLength(1);
  const [invoice] = rows as [InvoiceRow];
  const { number, status, total_minor: total, paid_minor: paid, credited_minor: credited, paid_at } = invoice;
  expect(paid_at === null).toBe(status !== 'paid');
  return { number, status, total, paid, credited, due: dueOf(invoice), overpaid: overpaidOf(invoice) };
}

test('an order is locked once, whatever becomes of its payment', async () => {
  const { order, event } = await reported();
  await take(event('payment.succeeded', '119.00', 1));
  const query = jest.spyOn(EntityManager.prototype, 'query');
  await take(event('payment.refunded', '19.00', 2));
  const locks = (table: string) =>
    query.mock.calls.filter(([sql]) => sql.includes(`FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`)).length;
  expect({ orders: locks('customer_order'), invoices: locks('invoice') }).toEqual({ orders: 1, invoices: 1 });
  query.mockRestore();
  const { status, credited } = await invoiceOf(order.partner_id);
  expect({ status, credited }).toEqual({ status: 'paid', credited: 1_900 });
});

test('the events of a purchase are settled together, however many it has', async () => {
  const { order, event } = await reported();
  const events = [event('payment.succeeded', '119.00', 1)];
  for (let second = 2; second < 12; second += 1) events.push(event('payment.refunded', '1.00', second));
  for (const one of events.slice(0, -1)) await take(one);
  const query = jest.spyOn(EntityManager.prototype, 'query');
  await take(events.at(-1) as GatewayEvent);
  const settled = query.mock.calls.filter(([sql]) => sql.includes('UPDATE payment_event SET status')).length;
  query.mockRestore();
  expect(settled).toBe(1);
  const [row] = await service.dataSource.query(
    "SELECT count(*)::int AS n FROM payment_event WHERE partner_id = $1 AND status = 'applied'",
    [order.partner_id],
  );
  expect(row).toEqual({ n: events.length });
});

describe('a dispute in another currency', () => {
  test('freezes the share of its payment, and says so', async () => {
    const { partnerId, event } = await reported();
    await take(event('payment.succeeded', '59.50', 1, { payment: 'first' }));
    await take(event('payment.succeeded', '59.50', 2, { payment: 'second' }));
    const dispute = event('payment.disputed', '66.00', 3, { currency: 'USD', payment: 'second' });
    await take(dispute);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 500, debt: 0 });
    expect(await reasonOf(dispute)).toMatch(/another currency.*59\.50 EUR/);
  });

  test('that names no payment freezes all, and says so', async () => {
    const { partnerId, event } = await reported();
    await take(event('payment.succeeded', '119.00', 1));
    const dispute = event('payment.disputed', '66.00', 3, { currency: 'USD' });
    await take(dispute);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, debt: 0 });
    expect(await reasonOf(dispute)).toMatch(/no event says.*119\.00 EUR/);
  });
});

test('a refund of more than was paid says so, and no longer when the rest is paid', async () => {
  const { event } = await reported();
  const refund = event('payment.refunded', '100.00', 3);
  await take(event('payment.succeeded', '59.50', 1, { payment: 'first' }));
  await take(refund);
  expect(await reasonOf(refund)).toMatch(/more than was paid: 40\.50 EUR/);
  await take(event('payment.succeeded', '59.50', 2, { payment: 'second' }));
  expect(await reasonOf(refund)).toBeNull();
});

describe('an order that was reported', () => {
  test('is not paid by its net amount, but by what is invoiced', async () => {
    const { partnerId, event } = await reported();
    expect(await take(event('payment.succeeded', '100.00', 1))).toBe('applied');
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'open', total: 11_900, paid: 10_000, due: 1_900 });
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, orders: 1 });
    const rest = event('payment.succeeded', '19.00', 2);
    for (const one of [rest, { ...rest, id: freshId('evt') }]) expect(await take(one)).toBe('applied');
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 11_900, due: 0, overpaid: 0 });
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 1_000, orders: 1, ledger: 1_000 });
  });

  test('is paid at once by the gross amount, whether its invoice is there already or not', async () => {
    const { partnerId, event } = await reported();
    await take(event('payment.succeeded', '119.00', 1));
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 11_900, overpaid: 0 });
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 1_000 });
  });

  test('in halves, the same amount at another time being another payment', async () => {
    const { partnerId, event } = await reported();
    for (const second of [1, 2]) await take(event('payment.succeeded', '59.50', second, { credits: null }));
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 11_900 });
  });

  test('keeps what was paid too much, which a refund gives back first and no credits come of', async () => {
    const { partnerId, event } = await reported();
    await take(event('payment.succeeded', '150.00', 1));
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 15_000, due: 0, overpaid: 3_100 });
    await take(event('payment.refunded', '31.00', 2));
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', credited: 0, overpaid: 0 });
    // The sums of the summary have what was paid less what was given back.
    expect(await sumInvoices(service.deps.db, partnerId, {})).toMatchObject([{ count: 1, paid_minor: '11900' }]);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 1_000 });
    await take(event('payment.refunded', '59.50', 3));
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', credited: 5_950, due: 0, overpaid: 0 });
    expect(await sumInvoices(service.deps.db, partnerId, {})).toMatchObject([{ count: 1, paid_minor: '5950' }]);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 500, ledger: 500 });
  });

  test('has a row for each of its payments and refunds, at the time of the gateway', async () => {
    const { partnerId, order, event } = await reported();
    const refund = event('payment.refunded', '10.00', 3);
    await take(event('payment.succeeded', '100.00', 1, { payment: 'first' }));
    await take(event('payment.succeeded', '50.00', 2));
    await take(refund);
    await take({ ...event('payment.dispute_lost', '119.00', 4), id: freshId('evt') });
    const rows = await service.dataSource.query(
      `SELECT kind, gateway, reference, amount_minor, balance_minor, m.currency, received_at
       FROM invoice_payment m JOIN invoice i ON i.id = m.invoice_id WHERE partner_id = $1 ORDER BY m.id`,
      [partnerId],
    );
    const row = (kind: string, reference: string, amount_minor: number, balance_minor: number, second: number) => ({
      kind,
      gateway: 'generic',
      reference,
      amount_minor,
      balance_minor,
      currency: 'EUR',
      received_at: at(second),
    });
    expect(rows).toEqual([
      row('payment', 'first', 10_000, 10_000, 1),
      row('payment', order.reference, 5_000, 15_000, 2),
      row('refund', refund.id, -1_000, 14_000, 3),
      row('dispute', 'dispute', -11_900, 2_100, 4),
    ]);
    expect(await invoiceOf(partnerId)).toMatchObject({ paid: 15_000, credited: 9_800, overpaid: 0 });
  });

  test('in all orders of arrival the same', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const { partnerId, event } = await reported();
      const events = [
        event('payment.succeeded', '60.00', 1),
        event('payment.succeeded', '60.00', 2),
        event('payment.succeeded', '29.00', 3),
        event('payment.refunded', '41.90', 4),
      ];
      for (const index of order) if (events[index]) await take(events[index]);
      const invoice = await invoiceOf(partnerId);
      expect({ order, ...invoice }).toMatchObject({
        order,
        status: 'paid',
        paid: 14_900,
        credited: 1_190,
        overpaid: 0,
      });
      expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 900, orders: 1, ledger: 900 });
    }
  });

  test('gives its plan when it is paid in full', async () => {
    const { partnerId, event } = await reported({ billing_type: 'subscription' });
    await take(event('payment.succeeded', '100.00', 1, { plan: 'business' }));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ plan: 'starter' });
    await take(event('payment.succeeded', '19.00', 2, { plan: 'business' }));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ plan: 'business' });
  });

  test('is not paid in another currency, or as something else', async () => {
    const { partnerId, event } = await reported();
    for (const wrong of [{ currency: 'USD' }, { billing_type: 'subscription' }]) {
      const one = event('payment.succeeded', '119.00', 1, wrong);
      expect(await take(one)).toBe('failed');
      expect(await reasonOf(one)).toMatch(/other terms/);
    }
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, invoices: 0, paid: 0 });
  });
});

describe('a reference that is the number of an invoice', () => {
  test('pays the rest of an order that is paid by its own reference, too', async () => {
    const { partnerId, event } = await reported();
    await take(event('payment.succeeded', '100.00', 1));
    const { number } = await invoiceOf(partnerId);
    expect(await take(event('payment.succeeded', '9.00', 2, { reference: number }))).toBe('applied');
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'open', due: 1_000 });
    expect(await take(event('payment.succeeded', '10.00', 3))).toBe('applied');
    expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 11_900, overpaid: 0 });
    expect(await take(event('payment.refunded', '119.00', 4, { reference: number }))).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, orders: 1, credited: 11_900 });
  });

  test('fails where the partner has no such invoice', async () => {
    const [{ event }, other] = [await reported(), await reported()];
    await take(other.event('payment.succeeded', '119.00', 1));
    const foreign = (await invoiceOf(other.partnerId)).number;
    for (const reference of ['INV-2026-999999', foreign]) {
      const one = event('payment.succeeded', '119.00', 1, { reference });
      expect(await take(one)).toBe('failed');
      expect(await reasonOf(one)).toBe('The partner has no invoice of that number.');
    }
  });
});

test('the same reference at both gateways is two purchases', async () => {
  const partnerId = (await service.createPartner()).id;
  const intent = freshId('pi');
  const purchase: StripePurchase = { partner_id: partnerId, intent, units: 2_000, currency: 'USD', price: 'x' };
  const ofStripe = {
    ...stripeIntent(purchase),
    metadata: { partner_id: String(partnerId), price_id: 'credits_1000' },
  };
  const generic = { partner_id: partnerId, reference: intent, amount: '20.00', currency: 'USD', credits: 1_000 };
  expect(await take(genericEvent('payment.succeeded', generic, at(1)))).toBe('applied');
  const event = stripeEvent('payment_intent.succeeded', ofStripe, at(1));
  expect(await storeAndApplyEvent(service.deps, 'stripe', event)).toBe('applied');
  expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 2_000, orders: 2, invoices: 2, paid: 4_000 });
});

test('a reported order that Stripe is paid for is not billed again by a payment of its reference', async () => {
  const partner = await service.createPartner();
  const { call } = await service.createKey(partner);
  const { reference } = await addOrder(service, partner, { amount_minor: 11_900, currency: 'EUR' });
  await backfillOrders(service.deps, call, 1);
  const { number } = await invoiceOf(partner.id);
  const session = {
    id: freshId('cs_test'),
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: freshId('pi'),
    amount_total: 6_000,
    currency: 'eur',
    metadata: { partner_id: String(partner.id), billing_type: 'token_pack', invoice_number: number },
  };
  const paid = stripeEvent('checkout.session.completed', session, at(1));
  expect(await storeAndApplyEvent(service.deps, 'stripe', paid)).toBe('applied');
  const rest = { partner_id: partner.id, reference, amount: '59.00', currency: 'EUR', credits: 1_000 };
  expect(await take(genericEvent('payment.succeeded', rest, at(2)))).toBe('failed');
  expect(await invoiceOf(partner.id)).toMatchObject({ status: 'open', paid: 6_000, due: 5_900 });
});

test('the rest of an invoice is not billed again by a payment through the other gateway', async () => {
  const { partnerId, event } = await reported();
  await take(event('payment.succeeded', '60.00', 1));
  const { number } = await invoiceOf(partnerId);
  const session = {
    id: freshId('cs_test'),
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: freshId('pi'),
    amount_total: 5_900,
    currency: 'eur',
    metadata: { partner_id: String(partnerId), billing_type: 'token_pack', invoice_number: number },
  };
  const paid = stripeEvent('checkout.session.completed', session, at(2));
  expect(await storeAndApplyEvent(service.deps, 'stripe', paid)).toBe('failed');
  expect(await reasonOf(paid)).toMatch(/another gateway/);
  expect(await invoiceOf(partnerId)).toMatchObject({ status: 'open', paid: 6_000, due: 5_900 });
  expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, orders: 1, paid: 6_000 });
  expect(await take(event('payment.succeeded', '59.00', 3))).toBe('applied');
  expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', paid: 11_900, due: 0 });
});
