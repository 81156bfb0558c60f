import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readStripeEvent } from '../../infra/payments/stripe/read.ts';
import { freshId, type GatewayEvent } from '../../sandbox/gateway/events.ts';
import { applyStoredEvent, booksOf, storeAndApplyEvent, storeEvent } from '../../test/environment/payments.ts';
import { permutations } from '../../test/environment/permutations.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { billingCatalogue, DEFAULT_CATALOGUE } from './catalogue.ts';
import { interpret, type RecordedFact } from './facts.ts';
import { purchaseOf, type Terms } from './rules.ts';

jest.setTimeout(300_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const VERSIONS = ['2020-08-27', '2022-11-15', '2024-06-20', '2025-03-31.basil', '2026-09-30.dahlia'] as const;
type Version = (typeof VERSIONS)[number];
const START = Date.parse('2026-03-01T10:00:00Z') / 1_000;
const NOW = new Date('2026-04-01T00:00:00Z');
const CATALOGUE = billingCatalogue.parse(DEFAULT_CATALOGUE);

/** Events of one purchase, as an API version has them. */
function eventsOf(version: Version, partnerId: number) {
  const [pi, ch, bill, cs] = [freshId('pi'), freshId('ch'), freshId('in'), freshId('cs_test')];
  const isNew = version >= '2025-03-31';
  const metadata = { partner_id: String(partnerId) };
  const event = (type: string, second: number, object: object): GatewayEvent => ({
    id: freshId('evt'),
    object: 'event',
    api_version: version,
    created: START + second,
    type,
    data: { object },
  });
  const line = (price: string, amount: number, quantity: number) => ({
    amount,
    quantity,
    ...(isNew ? { pricing: { type: 'price_details', price_details: { price } } } : { price: { id: price } }),
    metadata: {},
  });
  const charge = { id: ch, currency: 'usd', payment_intent: pi, ...(isNew ? {} : { invoice: null }), metadata: {} };
  const ofInvoice = (lines: [string, number, number][], subscription: string | null, more: object = {}) => ({
    id: bill,
    amount_paid: lines.reduce((sum, [, amount]) => sum + amount, 0),
    subtotal: lines.reduce((sum, [, amount]) => sum + amount, 0),
    currency: 'usd',
    billing_reason: subscription === null ? 'manual' : 'subscription_create',
    ...(isNew
      ? { parent: subscription === null ? null : { subscription_details: { subscription, metadata } } }
      : { payment_intent: pi, charge: ch, subscription }),
    ...(subscription !== null && !isNew ? { subscription_details: { metadata } } : {}),
    lines: { data: lines.map((one) => line(...one)) },
    metadata: {},
    ...more,
  });
  return {
    checkout: (price: string, units: number, more: object = {}) =>
      event('checkout.session.completed', 0, {
        id: cs,
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: pi,
        subscription: null,
        amount_total: units,
        amount_subtotal: units,
        currency: 'usd',
        ...more,
        metadata: { ...metadata, price_id: price },
      }),
    withInvoice: isNew ? { invoice: bill } : {},
    intent: (units: number, more: object = {}) =>
      event('payment_intent.succeeded', 0, {
        id: pi,
        amount: units,
        amount_received: units,
        currency: 'usd',
        ...(version === '2020-08-27' ? { charges: { data: [{ id: ch }] } } : { latest_charge: ch }),
        ...(isNew ? {} : { invoice: null }),
        metadata,
        ...more,
      }),
    invoice: (type: string, lines: [string, number, number][], subscription: string | null, more: object = {}) =>
      event(type, 1, ofInvoice(lines, subscription, more)),
    invoicePayment: () =>
      event('invoice_payment.paid', 1, {
        id: freshId('inpay'),
        invoice: bill,
        payment: { type: 'payment_intent', payment_intent: pi },
      }),
    refunded: (units: number, second: number) =>
      event('charge.refunded', second, { ...charge, amount_refunded: units }),
    refundFailed: (units: number, second: number, type = 'refund.failed') =>
      event(type, second, {
        id: `re_${ch}`,
        charge: ch,
        payment_intent: pi,
        amount: units,
        currency: 'usd',
        status: 'failed',
        metadata: {},
      }),
    disputed: (units: number, currency: string, status: string, second: number) =>
      event('charge.dispute.updated', second, {
        id: `du_${ch}`,
        charge: ch,
        payment_intent: pi,
        amount: units,
        currency,
        status,
        metadata: {},
      }),
  };
}

/** Lives of a purchase, with what they come to. */
const LIVES: Record<string, { lifeOf: (version: Version, partnerId: number) => GatewayEvent[]; expected: object }> = {
  'a pack, refunded in part': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      return [
        event.checkout('credits_5000', 9_000),
        event.intent(9_000),
        event.refunded(900, 2),
        event.refunded(1_800, 3),
      ];
    },
    expected: { balance: 4_000, debt: 0, paid: 9_000, credited: 1_800, ledger: 4_000, orders: 1 },
  },
  'a pack with an invoice of its own': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      const invoice = event.invoice('invoice.paid', [['credits_5000', 9_000, 1]], null);
      const link = version >= '2025-03-31' ? [event.invoicePayment()] : [];
      return [event.checkout('credits_5000', 9_000, event.withInvoice), invoice, ...link, event.refunded(900, 3)];
    },
    expected: { balance: 4_500, debt: 0, paid: 9_000, credited: 900, ledger: 4_500, orders: 1 },
  },
  'a subscription to a plan and a pack': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      const subscription = freshId('sub');
      const lines: [string, number, number][] = [
        ['plan_business', 9_900, 1],
        ['credits_1000', 4_000, 2],
      ];
      const link = version >= '2025-03-31' ? [event.invoicePayment()] : [];
      return [
        event.invoice('invoice.paid', lines, subscription),
        event.invoice('invoice.payment_succeeded', lines, subscription),
        ...link,
        event.refunded(1_390, 3),
      ];
    },
    expected: { plan: 'business', balance: 1_800, paid: 13_900, credited: 1_390, ledger: 1_800, orders: 1 },
  },
  'an invoice that is paid in two parts, with tax': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      const tax = version >= '2025-03-31' ? { total_taxes: [{ amount: 1_437 }] } : { tax: 1_437 };
      const bill = { ...tax, total: 9_000, metadata: { partner_id: String(partnerId) } };
      const invoice = (type: string, amount_paid: number) =>
        event.invoice(type, [['credits_5000', 7_563, 1]], null, {
          ...bill,
          amount_paid,
          amount_remaining: 9_000 - amount_paid,
        });
      const link = version >= '2025-03-31' ? [event.invoicePayment()] : [];
      return [
        invoice('invoice.payment_succeeded', 4_000),
        invoice('invoice.paid', 9_000),
        ...link,
        event.refunded(900, 3),
      ];
    },
    expected: { balance: 4_500, debt: 0, paid: 9_000, credited: 900, ledger: 4_500, orders: 1, tax: 1_437 },
  },
  'a checkout with an invoice whose first part is told late': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      const bill = { total: 9_000, metadata: { partner_id: String(partnerId) } };
      const invoice = (amount_paid: number) =>
        event.invoice('invoice.payment_succeeded', [['credits_5000', 9_000, 1]], null, {
          ...bill,
          amount_paid,
          amount_remaining: 9_000 - amount_paid,
        });
      return [event.checkout('credits_5000', 9_000, event.withInvoice), invoice(8_000), event.refunded(900, 3)];
    },
    expected: { balance: 4_500, debt: 0, paid: 9_000, credited: 900, ledger: 4_500, orders: 1 },
  },
  'a refund of more than was paid': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      return [event.checkout('credits_1000', 2_000), event.intent(2_000), event.refunded(2_500, 3)];
    },
    expected: { balance: 0, debt: 0, paid: 2_000, credited: 2_000, ledger: 0, orders: 1 },
  },
  'a refund that fails, and another': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      return [
        event.checkout('credits_1000', 2_000),
        event.refunded(2_000, 2),
        event.refundFailed(2_000, 4),
        event.refundFailed(2_000, 5, 'charge.refund.updated'),
        event.refunded(500, 6),
      ];
    },
    expected: { balance: 750, debt: 0, paid: 2_000, credited: 500, ledger: 750, orders: 1 },
  },
  'a discounted pack that costs what another does': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      return [event.intent(2_000), event.checkout('credits_5000', 2_000), event.refunded(1_000, 3)];
    },
    expected: { balance: 2_500, debt: 0, paid: 2_000, credited: 1_000, ledger: 2_500, orders: 1 },
  },
  'a dispute in another currency': {
    lifeOf: (version, partnerId) => {
      const event = eventsOf(version, partnerId);
      return [
        event.checkout('credits_1000', 2_000),
        event.intent(2_000),
        event.disputed(1_850, 'eur', 'needs_response', 3),
      ];
    },
    expected: { balance: 0, debt: 0, paid: 2_000, credited: 0, ledger: 0, orders: 1 },
  },
};

describe.each(VERSIONS)('of API version %s', (version) => {
  test.each(Object.entries(LIVES))('in all permutations: %s', (_name, { lifeOf, expected }) => {
    const facts = lifeOf(version, 1).map((event): { names: readonly string[]; recorded: RecordedFact } => {
      const interpreted = interpret(readStripeEvent(JSON.stringify(event)), CATALOGUE, NOW);
      if (!('statement' in interpreted)) throw new Error(JSON.stringify(interpreted));
      const { fact, occurredAt, names } = interpreted.statement;
      return { names, recorded: { eventId: event.id, occurredAt, fact } };
    });
    expect(groupsOf(facts.map(({ names }) => names))).toBe(1);
    for (const order of permutations(facts))
      expect(endOf(order.map(({ recorded }) => recorded))).toMatchObject(
        Object.fromEntries(Object.entries(expected).filter(([name]) => ['balance', 'paid', 'credited'].includes(name))),
      );
  });

  test.each(Object.entries(LIVES))('on the database, in some orders and at once: %s', async (name, life) => {
    const size = life.lifeOf(version, 1).length;
    const orders = [...permutations(Array.from({ length: size }, (_, index) => index))];
    const step = Math.ceil(orders.length / 4);
    for (const order of orders.filter((_order, index) => index % step === 0)) {
      const partnerId = (await service.createPartner()).id;
      const events = life.lifeOf(version, partnerId);
      for (const index of order) if (events[index]) await storeAndApplyEvent(service.deps, 'stripe', events[index]);
      const books = await booksOf(service.deps, partnerId);
      expect({ name, order, ...books, tax: await taxOf(partnerId) }).toMatchObject({
        order,
        ...life.expected,
        kept: books.paid - books.credited,
      });
    }
    const partnerId = (await service.createPartner()).id;
    const events = life.lifeOf(version, partnerId);
    for (const event of events) await storeEvent(service.deps, 'stripe', event);
    const twenty = Array.from({ length: 20 }, (_, index) => events[index % events.length] as GatewayEvent);
    await Promise.all(twenty.map(applyAsWorker));
    const books = await booksOf(service.deps, partnerId);
    const end = { ...books, tax: await taxOf(partnerId) };
    expect(end).toMatchObject({ ...life.expected, kept: books.paid - books.credited });
  });
});

/** Tax of a partner's invoices, minor units. */
async function taxOf(partnerId: number): Promise<number> {
  const [{ tax }] = await service.dataSource.query(
    'SELECT coalesce(sum(tax_minor), 0)::bigint AS tax FROM invoice WHERE partner_id = $1',
    [partnerId],
  );
  return Number(tax);
}

/** PostgreSQL's codes for a lock and for a statement that took too long. */
const NOT_IN_TIME = ['55P03', '57014'];

/** A worker tries again when a lock was not granted in time, as here on a machine that other suites use, too. */
async function applyAsWorker(event: GatewayEvent): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyStoredEvent(service.deps, event);
    } catch (error) {
      if (attempt === 20 || !NOT_IN_TIME.includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** What a purchase comes to when its events are applied one by one. */
function endOf(arrived: readonly RecordedFact[]) {
  let known: Terms | null = null;
  let granted = 0;
  for (let count = 1; count <= arrived.length; count += 1) {
    const state = purchaseOf(arrived.slice(0, count), known);
    if (!state.paid) continue;
    if (state.isComplete) granted = Math.max(granted, state.credits ?? 0);
    const { currency, billingType }: Pick<Terms, 'currency' | 'billingType'> = known ?? state.paid;
    known = { amountMinor: state.totalMinor, currency, billingType, credits: state.isComplete ? granted : null };
  }
  const { credits, revokedCredits, paidMinor, returnedMinor, refused } = purchaseOf(arrived, known);
  return { balance: (credits ?? 0) - revokedCredits, paid: paidMinor, credited: returnedMinor, refused: refused.size };
}

/** How many purchases lists of names are of. */
function groupsOf(all: readonly (readonly string[])[]): number {
  let groups: Set<string>[] = [];
  for (const names of all) {
    const touching = groups.filter((group) => names.some((name) => group.has(name)));
    const joined = new Set([...names, ...touching.flatMap((group) => [...group])]);
    groups = [...groups.filter((group) => !touching.includes(group)), joined];
  }
  return groups.length;
}

test('a payment and its invoice that were applied apart are joined, and the later one is taken back', async () => {
  const partnerId = (await service.createPartner()).id;
  const event = eventsOf('2025-03-31.basil', partnerId);
  const invoice = event.invoice('invoice.paid', [['credits_1000', 2_000, 1]], null, {
    metadata: { partner_id: String(partnerId) },
  });
  const life = [
    event.intent(2_000, { metadata: { partner_id: String(partnerId), price_id: 'credits_1000' } }),
    invoice,
  ];
  for (const event of life) expect(await storeAndApplyEvent(service.deps, 'stripe', event)).toBe('applied');
  expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 2_000, orders: 2, paid: 4_000, credited: 0 });
  await storeAndApplyEvent(service.deps, 'stripe', event.invoicePayment());
  const books = {
    balance: 1_000,
    debt: 0,
    orders: 2,
    invoices: 2,
    paid: 4_000,
    credited: 2_000,
    kept: 2_000,
    ledger: 1_000,
  };
  expect(await booksOf(service.deps, partnerId)).toMatchObject(books);
  await storeAndApplyEvent(service.deps, 'stripe', event.invoicePayment());
  expect(await booksOf(service.deps, partnerId)).toMatchObject(books);
  await storeAndApplyEvent(service.deps, 'stripe', event.refunded(2_000, 5));
  expect(await booksOf(service.deps, partnerId)).toMatchObject({
    balance: 0,
    debt: 0,
    credited: 4_000,
    kept: 0,
    ledger: 0,
  });
});
