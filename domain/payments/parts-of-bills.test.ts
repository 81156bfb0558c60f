import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freshId, type GatewayEvent, stripeEvent, stripeInvoicePayment } from '../../sandbox/gateway/events.ts';
import { applyStoredEvent, at, storeAndApplyEvent, storeEvent } from '../../test/environment/payments.ts';
import { permutations } from '../../test/environment/permutations.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { findDifferences } from '../reconciliation/comparison-store.ts';

jest.setTimeout(300_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  const found = await findDifferences(service.deps.db, at(0));
  await service.stop();
  expect(found).toEqual([]);
});

const PARTS = [218, 882, 900] as const;

/** A bill of 20.00 with tax of 3.19 for 1,000 credits; each of its payments names partner and price itself. */
function lifeOfBill(partnerId: number, { isLinked }: { isLinked: boolean }): GatewayEvent[] {
  const bill = freshId('in');
  const metadata = { partner_id: String(partnerId), price_id: 'credits_1000' };
  const parts = PARTS.map((units) => ({ units, intent: freshId('pi'), currency: 'USD' }));
  const payments = parts.map(({ units, intent }) => ({
    amount_paid: units,
    payment: { type: 'payment_intent', payment_intent: intent },
  }));
  const invoice = {
    id: bill,
    total: 2_000,
    amount_paid: 2_000,
    amount_remaining: 0,
    currency: 'usd',
    total_taxes: [{ amount: 319 }],
    lines: {
      data: [{ amount: 1_681, quantity: 1, pricing: { price_details: { price: 'credits_1000' } }, metadata: {} }],
    },
    ...(isLinked ? {} : { payments: { data: payments } }),
    metadata: { partner_id: String(partnerId) },
  };
  return [
    ...parts.map(({ units, intent }, second) =>
      stripeEvent(
        'payment_intent.succeeded',
        { id: intent, amount: units, amount_received: units, currency: 'usd', metadata },
        at(second),
      ),
    ),
    stripeEvent('invoice.paid', invoice, at(5)),
    ...(isLinked
      ? parts.map((part, second) =>
          stripeEvent(
            'invoice_payment.paid',
            stripeInvoicePayment(bill, { ...part, partner_id: partnerId, price: '' }),
            at(second),
          ),
        )
      : []),
  ];
}

/** The invoice that counts, what the others are still over, and the credits. */
async function endOf(partnerId: number) {
  const [end] = await service.dataSource.query(
    `SELECT i.status, i.total_minor AS total, i.tax_minor AS tax, i.paid_minor AS paid, i.credited_minor AS credited,
       i.excess_returned_minor AS "excessReturned",
       (SELECT sum(amount_minor)::bigint FROM invoice_payment WHERE invoice_id = i.id) AS kept,
       (SELECT balance FROM credit_account WHERE partner_id = i.partner_id) AS balance,
       (SELECT debt FROM credit_account WHERE partner_id = i.partner_id) AS debt,
       (SELECT coalesce(sum(total_minor - credited_minor), 0)::bigint FROM invoice o
        WHERE o.partner_id = i.partner_id AND o.id <> i.id) AS "leftOfOthers"
     FROM purchase p JOIN customer_order o ON o.id = p.order_id JOIN invoice i ON i.id = o.invoice_id
     WHERE p.partner_id = $1 AND p.part_of IS NULL`,
    [partnerId],
  );
  return end;
}

const END = {
  status: 'paid',
  total: 2_000,
  tax: 319,
  paid: 2_000,
  credited: 0,
  excessReturned: 0,
  kept: 2_000,
  balance: 1_000,
  debt: 0,
  leftOfOthers: 0,
};

/** Some orders: the parts first, the bill first, and others over all permutations. */
function someOrders(count: number): number[][] {
  const places = Array.from({ length: count }, (_, index) => index);
  const all = [...permutations(places)];
  const step = Math.ceil(all.length / 20);
  const billFirst = [3, ...places.filter((place) => place !== 3)];
  const billLast = [...places.filter((place) => place !== 3), 3];
  const linksFirst = [...places.slice(4), ...places.slice(0, 4)];
  return [places, billFirst, billLast, linksFirst, ...all.filter((_order, index) => index % step === 0)];
}

test.each([
  ['whose payments are linked to it', { isLinked: true }, 7],
  ['that names its payments', { isLinked: false }, 4],
])('a bill %s is one order, in whatever order its events arrive', async (_what, how, count) => {
  for (const order of someOrders(count)) {
    const { id } = await service.createPartner();
    const events = lifeOfBill(id, how);
    const inOrder = order.flatMap((index) => events[index] ?? []);
    for (const event of [...inOrder, ...events]) await storeAndApplyEvent(service.deps, 'stripe', event);
    expect({ order, ...(await endOf(id)) }).toEqual({ order, ...END });
  }
});

test.each([[{ isLinked: true }], [{ isLinked: false }]])('so it is when they arrive at once: %j', async (how) => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await service.createPartner();
    const events = lifeOfBill(id, how);
    for (const event of events) await storeEvent(service.deps, 'stripe', event);
    await Promise.all([...events, ...events].map((event) => applyStoredEvent(service.deps, event)));
    expect(await endOf(id)).toEqual(END);
  }
});
