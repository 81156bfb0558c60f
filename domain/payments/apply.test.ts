import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  freshId,
  type GatewayEvent,
  genericEvent,
  stripeCharge,
  stripeCheckout,
  stripeDispute,
  stripeEvent,
  stripeIntent,
  stripeInvoice,
  stripeInvoicePayment,
  stripeSubscription,
} from '../../sandbox/gateway/events.ts';
import {
  applyStoredEvent,
  at,
  booksOf,
  idOfNewPartner,
  storeAndApplyEvent,
  storeEvent,
} from '../../test/environment/payments.ts';
import { permutations } from '../../test/environment/permutations.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits, revokeCredits } from '../credits/ledger.ts';
import { systemCall } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import { selectNotifications } from '../notifications/store.ts';
import { createPartner } from '../partners/operations/create-partner.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';
import { createUser } from '../users/operations/create-user.ts';
import { retryPaymentEvent } from './operations/retry-payment-event.ts';
import { failEvent, listStaleEvents } from './steps/housekeeping.ts';

// Every order of five events runs on a real database, which is slow when other suites run beside it.
jest.setTimeout(300_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const call = systemCall('test');

const newPartner = () => idOfNewPartner(service);

/** A pack of 1,000 credits for 20 dollars, and the events that can follow its payment. */
function lifeOfPack(partnerId: number, reference = freshId('order')) {
  const purchase = { partner_id: partnerId, reference, amount: '20.00', currency: 'USD' };
  return {
    paid: genericEvent('payment.succeeded', { ...purchase, credits: 1_000 }, at(0)),
    refund: (amount: string) => genericEvent('payment.refunded', { ...purchase, amount }, at(3)),
    disputed: genericEvent('payment.disputed', purchase, at(1)),
    won: genericEvent('payment.dispute_won', purchase, at(2)),
    lost: genericEvent('payment.dispute_lost', purchase, at(2)),
  };
}

async function eventRow(event: GatewayEvent) {
  const [row] = await service.dataSource.query(
    'SELECT id, row_key, status, reason, kind, partner_id FROM payment_event WHERE event_id = $1',
    [event.id],
  );
  return row;
}

describe('a token pack', () => {
  test('becomes a paid order with an invoice, and credits', async () => {
    const partnerId = await newPartner();
    const { paid } = lifeOfPack(partnerId, 'pack-1');
    expect(await storeAndApplyEvent(service.deps, 'generic', paid)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toEqual({
      plan: 'starter',
      balance: 1_000,
      held: 0,
      debt: 0,
      orders: 1,
      invoices: 1,
      paid: 2_000,
      kept: 2_000,
      credited: 0,
      ledger: 1_000,
    });
    const [order] = await service.dataSource.query(
      'SELECT billing_type, amount_minor, currency, reference, description, tax_included FROM customer_order WHERE partner_id = $1',
      [partnerId],
    );
    expect(order).toEqual({
      billing_type: 'token_pack',
      amount_minor: 2_000,
      currency: 'USD',
      reference: 'pack-1',
      description: '1,000 credits',
      tax_included: true,
    });
  });

  test('counts once, though its event comes again and its run is repeated', async () => {
    const partnerId = await newPartner();
    const { paid } = lifeOfPack(partnerId);
    expect(await storeEvent(service.deps, 'generic', paid)).toBe(false);
    expect(await storeEvent(service.deps, 'generic', paid)).toBe(true);
    await Promise.all(Array.from({ length: 6 }, () => applyStoredEvent(service.deps, paid)));
    expect(await applyStoredEvent(service.deps, paid)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      balance: 1_000,
      orders: 1,
      invoices: 1,
      ledger: 1_000,
    });
  });

  test('counts once when two events report it', async () => {
    const partnerId = await newPartner();
    const { paid } = lifeOfPack(partnerId);
    for (const id of [paid.id, freshId('evt')]) {
      expect(await storeAndApplyEvent(service.deps, 'generic', { ...paid, id })).toBe('applied');
    }
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 1_000, orders: 1 });
  });

  test('pays the order that the billing system has reported; what it pays too much stays that', async () => {
    const partnerId = await newPartner();
    const insert = `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, description, reference, created_at)
       VALUES ($1, 'token_pack', $2, 'USD', 'Reported', $3, now())`;
    await service.dataSource.query(insert, [partnerId, 2_000, 'reported']);
    await service.dataSource.query(insert, [partnerId, 1_999, 'other']);
    expect(await storeAndApplyEvent(service.deps, 'generic', lifeOfPack(partnerId, 'reported').paid)).toBe('applied');
    expect(await storeAndApplyEvent(service.deps, 'generic', lifeOfPack(partnerId, 'other').paid)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      balance: 2_000,
      orders: 2,
      invoices: 2,
      paid: 4_000,
    });
    const totals = await service.dataSource.query(
      'SELECT total_minor, paid_minor, status FROM invoice WHERE partner_id = $1 ORDER BY id',
      [partnerId],
    );
    expect(totals).toEqual([
      { total_minor: 2_000, paid_minor: 2_000, status: 'paid' },
      { total_minor: 1_999, paid_minor: 2_000, status: 'paid' },
    ]);
  });
});

describe('credits that go back', () => {
  const spend = (partnerId: number, amount: number) =>
    service.dataSource.query('UPDATE credit_account SET held = held + $2 WHERE partner_id = $1', [partnerId, amount]);

  test('what was spent is taken from the next grant, whoever makes it', async () => {
    const partnerId = await newPartner();
    const life = lifeOfPack(partnerId);
    await storeAndApplyEvent(service.deps, 'generic', life.paid);
    await spend(partnerId, 800);
    await storeAndApplyEvent(service.deps, 'generic', life.refund('20.00'));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      balance: 800,
      debt: 800,
      credited: 2_000,
      ledger: 800,
    });
    await service.deps.transaction(call, (tx) =>
      grantCredits(tx, { partnerId, kind: 'grant', amount: 500, reference: 'gift', reason: 'Gift' }),
    );
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 800, debt: 300, ledger: 800 });
    await storeAndApplyEvent(service.deps, 'generic', lifeOfPack(partnerId).paid);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 1_500, debt: 0, ledger: 1_500 });
  });

  test('a dispute freezes them until it is won', async () => {
    const partnerId = await newPartner();
    const life = lifeOfPack(partnerId);
    await storeAndApplyEvent(service.deps, 'generic', life.paid);
    await storeAndApplyEvent(service.deps, 'generic', life.disputed);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, debt: 0, credited: 0 });
    await storeAndApplyEvent(service.deps, 'generic', life.won);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      balance: 1_000,
      debt: 0,
      credited: 0,
      ledger: 1_000,
    });
  });

  test('a lost dispute is credited like a refund', async () => {
    const partnerId = await newPartner();
    const life = lifeOfPack(partnerId);
    for (const event of [life.paid, life.disputed, life.lost]) await storeAndApplyEvent(service.deps, 'generic', event);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, credited: 2_000, ledger: 0 });
  });

  test('racing revocations and grants keep account and ledger together', async () => {
    const partnerId = await newPartner();
    const act = (index: number) =>
      service.deps.transaction(call, async (tx) => {
        const entry = { partnerId, reference: `race:${index}`, reason: 'Race' };
        if (index % 2 === 0) await grantCredits(tx, { ...entry, kind: 'grant', amount: 100 });
        else await revokeCredits(tx, { ...entry, amount: 130 });
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => act(index)));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 0, debt: 300, ledger: 0 });
  });
});

describe('in every order, some events twice, the same comes of', () => {
  async function expectSame(
    lifeOf: (partnerId: number) => [Parameters<typeof storeAndApplyEvent>[1], GatewayEvent][],
    expected: object,
  ) {
    const size = lifeOf(1).length;
    for (const [place, order] of [...permutations(Array.from({ length: size }, (_, index) => index))].entries()) {
      // As autovacuum does. Without statistics the planner takes what a gateway sent for a few rows, and reads all of them each time.
      if (place % 20 === 1) await service.dataSource.query('ANALYZE payment_event, purchase');
      const partnerId = await newPartner();
      const life = lifeOf(partnerId);
      const again = order.map((index) => order[(index * 7 + 3) % size] ?? 0);
      const books: object[] = [];
      for (const index of [...order, ...again.slice(0, 2)]) {
        const [gateway, event] = life[index] ?? [];
        if (gateway && event) await storeAndApplyEvent(service.deps, gateway, event);
      }
      books.push(await booksOf(service.deps, partnerId));
      const statuses = await service.dataSource.query(
        `SELECT DISTINCT status FROM payment_event WHERE partner_id = $1 AND status <> 'ignored'`,
        [partnerId],
      );
      expect({ order, books, statuses }).toEqual({
        order,
        books: [expect.objectContaining(expected)],
        statuses: [{ status: 'applied' }],
      });
    }
  }

  test('two packs, of which one is refunded in parts and the other disputed', () =>
    expectSame(
      (partnerId) => {
        const [one, other] = [lifeOfPack(partnerId), lifeOfPack(partnerId)];
        return [one.paid, one.refund('5.00'), one.refund('2.50'), other.paid, other.lost].map((event) => [
          'generic',
          event,
        ]);
      },
      { balance: 625, debt: 0, orders: 2, invoices: 2, paid: 4_000, credited: 2_750, ledger: 625 },
    ));

  test('a dispute that is won after a partial refund', () =>
    expectSame(
      (partnerId) => {
        const life = lifeOfPack(partnerId);
        return [life.paid, life.refund('10.00'), life.disputed, life.won].map((event) => ['generic', event]);
      },
      { balance: 500, debt: 0, orders: 1, credited: 1_000, ledger: 500 },
    ));

  test('a checkout at Stripe, reported by session, intent, refunds and dispute', () =>
    expectSame(
      (partnerId) => {
        const purchase = {
          partner_id: partnerId,
          intent: freshId('pi'),
          units: 9_000,
          currency: 'USD',
          price: 'credits_5000',
        };
        return [
          stripeEvent('checkout.session.completed', stripeCheckout(purchase), at(0)),
          stripeEvent('payment_intent.succeeded', stripeIntent(purchase), at(0)),
          stripeEvent('charge.refunded', stripeCharge(purchase, 900), at(2)),
          stripeEvent('charge.refunded', stripeCharge(purchase, 1_800), at(3)),
          stripeEvent('charge.dispute.closed', stripeDispute(purchase, 'won'), at(5)),
        ].map((event) => ['stripe', event]);
      },
      { balance: 4_000, debt: 0, orders: 1, invoices: 1, paid: 9_000, credited: 1_800, ledger: 4_000 },
    ));

  test('a subscription that is taken out, paid, changed and cancelled', () =>
    expectSame(
      (partnerId) => {
        const id = freshId('sub');
        const price = { price: 'plan_business', units: 9_900, currency: 'EUR' };
        return [
          stripeEvent('customer.subscription.created', stripeSubscription(partnerId, id, 'plan_business'), at(0)),
          stripeEvent('invoice.paid', stripeInvoice(partnerId, id, price), at(0)),
          stripeEvent('customer.subscription.updated', stripeSubscription(partnerId, id, 'plan_enterprise'), at(1)),
          stripeEvent(
            'customer.subscription.deleted',
            stripeSubscription(partnerId, id, 'plan_enterprise', 'canceled'),
            at(2),
          ),
        ].map((event) => ['stripe', event]);
      },
      { plan: 'starter', balance: 0, orders: 1, invoices: 1, paid: 9_900, credited: 0 },
    ));
});

describe('an invoice of Stripe, whose payments other events name', () => {
  function lifeOfInvoice(partnerId: number, intents = [freshId('pi')]) {
    const [bill, units] = [freshId('in'), 10_000 / intents.length];
    const payments = intents.map((intent) => ({
      partner_id: partnerId,
      intent,
      units,
      currency: 'EUR',
      price: 'plan_business',
    }));
    const price = { price: 'plan_business', units: 10_000, currency: 'EUR' };
    const paid = stripeEvent('invoice.paid', stripeInvoice(partnerId, freshId('sub'), price, bill), at(0));
    const links = payments.map((payment) =>
      stripeEvent('invoice_payment.paid', stripeInvoicePayment(bill, payment), at(0)),
    );
    const refunds = payments.map((payment) => stripeEvent('charge.refunded', stripeCharge(payment, units / 2), at(1)));
    const lost = stripeEvent(
      'charge.dispute.closed',
      stripeDispute({ ...payments[0], units: 1_000 } as never, 'lost'),
      at(2),
    );
    return { bill, paid, links, refunds, lost };
  }
  const take = (event: GatewayEvent) => storeAndApplyEvent(service.deps, 'stripe', event);
  const statusOf = async (event: GatewayEvent) => (await eventRow(event)).status;

  test('is refunded and disputed by its payment, in every order', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const partnerId = await newPartner();
      const { paid, links, refunds, lost } = lifeOfInvoice(partnerId);
      const life = [paid, ...links, ...refunds, lost];
      for (const index of order) if (life[index]) await take(life[index]);
      expect(await Promise.all(life.map(statusOf))).toEqual(life.map(() => 'applied'));
      expect(await booksOf(service.deps, partnerId)).toMatchObject({
        orders: 1,
        invoices: 1,
        paid: 10_000,
        credited: 6_000,
      });
    }
  });

  test('is paid in two parts, both of which are refunded; all at once', async () => {
    const partnerId = await newPartner();
    const { paid, links, refunds } = lifeOfInvoice(partnerId, [freshId('pi'), freshId('pi')]);
    const life = [...refunds, ...links, paid];
    for (const event of life) await storeEvent(service.deps, 'stripe', event);
    await Promise.all([...life, ...life].map((event) => applyStoredEvent(service.deps, event)));
    expect(await Promise.all(life.map(statusOf))).toEqual(life.map(() => 'applied'));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({
      orders: 1,
      invoices: 1,
      paid: 10_000,
      credited: 5_000,
    });
  });

  test('does not take the payment of another invoice, nor one whose purpose is known', async () => {
    const partnerId = await newPartner();
    const intent = freshId('pi');
    const [one, other] = [lifeOfInvoice(partnerId, [intent]), lifeOfInvoice(partnerId, [intent])];
    expect(await take(one.links[0] as GatewayEvent)).toBe('waiting');
    expect(await take(other.links[0] as GatewayEvent)).toBe('failed');
    expect(await take(other.paid)).toBe('applied');
    expect(await take(one.refunds[0] as GatewayEvent)).toBe('waiting');
    expect(await take(one.paid)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ orders: 2, credited: 5_000 });

    const former = freshId('pi');
    const { paid, links, refunds } = lifeOfInvoice(partnerId, [former]);
    const asBefore = {
      ...paid,
      data: { object: { ...(paid['data'] as { object: object }).object, payment_intent: former } },
    };
    expect(await take(asBefore)).toBe('applied');
    expect(await take(links[0] as GatewayEvent)).toBe('ignored');
    expect(await take(refunds[0] as GatewayEvent)).toBe('applied');
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ orders: 3, credited: 10_000 });
  });
});

describe('a plan', () => {
  test('follows the subscription, at once and with a new version for credentials', async () => {
    const partnerId = await newPartner();
    const subscription = { partner_id: partnerId, reference: 'sub-1', amount: '99.00', currency: 'EUR' };
    const versionOf = async () =>
      (await service.dataSource.query('SELECT plan, version FROM partner WHERE id = $1', [partnerId]))[0];
    const before = await versionOf();
    await storeAndApplyEvent(
      service.deps,
      'generic',
      genericEvent('subscription.updated', { ...subscription, plan: 'enterprise' }, at(0)),
    );
    expect(await versionOf()).toEqual({ plan: 'enterprise', version: before.version + 1 });
  });

  test('that an administrator set stays until a subscription says something new', async () => {
    const partnerId = await newPartner();
    const subscription = { partner_id: partnerId, reference: 'sub-1', amount: '99.00', currency: 'EUR' };
    await storeAndApplyEvent(
      service.deps,
      'generic',
      genericEvent('subscription.updated', { ...subscription, plan: 'business' }, at(0)),
    );
    await service.run(service.admin, updatePartner, {
      params: { partner_id: partnerId },
      input: { plan: 'enterprise' },
    });
    await storeAndApplyEvent(service.deps, 'generic', lifeOfPack(partnerId).paid);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ plan: 'enterprise' });
    await storeAndApplyEvent(service.deps, 'generic', genericEvent('subscription.cancelled', subscription, at(1)));
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ plan: 'starter' });
  });
});

describe('an event that cannot be applied is stored with the reason', () => {
  const pack = (partnerId: number, more: object) => {
    const { paid } = lifeOfPack(partnerId);
    return { ...paid, data: { ...(paid['data'] as object), ...more } };
  };

  test.each<[string, object, string]>([
    ['a negative amount', { amount: '-1.00' }, 'The amount is negative, too large, or no decimal number.'],
    ['too many digits', { amount: '1.001' }, 'The amount is not one of USD'],
    ['digits of a currency without', { amount: '1.50', currency: 'JPY' }, 'The amount is not one of JPY'],
    ['an unknown currency', { currency: 'ZZZ' }, 'The currency is none of ISO 4217.'],
    ['an unknown billing type', { billing_type: 'gift' }, 'The billing type is none of'],
    ['no credits, and no pack that costs that', { credits: null, amount: '20.01' }, 'It names no number of credits'],
    ['too many credits', { credits: 2_000_000_000 }, 'It is for more than'],
    ['an unknown plan', { billing_type: 'subscription', plan: 'gold' }, 'The plan is none of'],
    ['no reference', { reference: null }, 'Missing or not of the right form: data.reference.'],
    ['a reference that cannot be kept', { reference: 'a\0b' }, 'Its names are too long, or hold characters'],
  ])('%s', async (_what, more, reason) => {
    const partnerId = await newPartner();
    const event = pack(partnerId, more);
    expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('failed');
    expect(await eventRow(event)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining(reason),
      kind: null,
      // So that administrators find it among the partner's events.
      partner_id: partnerId,
    });
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ orders: 0, balance: 0 });
  });

  test('a type without consequences', async () => {
    const event = { ...lifeOfPack(await newPartner()).paid, type: 'payment.pondered' };
    expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('ignored');
  });

  test('a payment that failed, of which those who see invoices are told once', async () => {
    const partnerId = await newPartner();
    const people = await Promise.all(
      (['owner', 'analyst', 'editor'] as const).map((role) =>
        service.run(service.admin, createUser, {
          params: { partner_id: partnerId },
          input: { email: `${role}-${partnerId}@example.com`, name: role, role, password: 'correct horse battery' },
        }),
      ),
    );
    const purchase = { amount: '20.00', currency: 'USD' };
    const about = { ...purchase, partner_id: partnerId, reference: 'INV-2026-000001' };
    const event = genericEvent('payment.failed', about, at(0));
    expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('ignored');
    expect(await eventRow(event)).toMatchObject({ status: 'ignored', partner_id: partnerId });
    expect(await applyStoredEvent(service.deps, event)).toBe('ignored');
    const foreign = genericEvent('payment.failed', { ...about, partner_id: 999_999 }, at(0));
    expect(await storeAndApplyEvent(service.deps, 'generic', foreign)).toBe('ignored');
    const shown = await Promise.all(
      people.map(async ({ id }) => (await selectNotifications(service.deps.db, id, { page: 1, per_page: 10 })).rows),
    );
    expect(shown.map((rows) => rows.map(({ kind, title }) => [kind, title]))).toEqual([
      [['payment_failed', 'INV-2026-000001']],
      [['payment_failed', 'INV-2026-000001']],
      [],
    ]);
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ orders: 0, balance: 0 });
  });

  test('a payment that failed under a name that no database keeps, of which people are told without it', async () => {
    const partnerId = await newPartner();
    const person = await service.run(service.admin, createUser, {
      params: { partner_id: partnerId },
      input: { email: `owner-${partnerId}@example.com`, name: 'Ada', role: 'owner', password: 'correct horse battery' },
    });
    for (const [minute, reference] of ['order\0', 'order\ud800'].entries()) {
      const event = genericEvent(
        'payment.failed',
        { amount: '20.00', currency: 'USD', partner_id: partnerId, reference },
        at(minute),
      );
      expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('ignored');
    }
    const { rows } = await selectNotifications(service.deps.db, person.id, { page: 1, per_page: 10 });
    expect(rows.map(({ kind, title }) => [kind, title])).toEqual([
      ['payment_failed', null],
      ['payment_failed', null],
    ]);
  });

  test('a refund in another currency, which fails alone', async () => {
    const partnerId = await newPartner();
    const purchase = { partner_id: partnerId, reference: 'pack', amount: '20.00', currency: 'USD' };
    const wrong = genericEvent('payment.refunded', { ...purchase, currency: 'EUR' }, at(1));
    expect(await storeAndApplyEvent(service.deps, 'generic', wrong)).toBe('waiting');
    expect(
      await storeAndApplyEvent(
        service.deps,
        'generic',
        genericEvent('payment.succeeded', { ...purchase, credits: 10 }, at(0)),
      ),
    ).toBe('applied');
    expect(await eventRow(wrong)).toMatchObject({
      status: 'failed',
      reason: 'It is in another currency than the payment.',
    });
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 10, credited: 0 });
  });

  test('a pack without credits is the one that costs exactly that', async () => {
    const partnerId = await newPartner();
    expect(await storeAndApplyEvent(service.deps, 'generic', pack(partnerId, { credits: null, amount: '90.00' }))).toBe(
      'applied',
    );
    expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 5_000 });
  });
});

describe('an event that waits', () => {
  test('for its partner is not given to whoever gets that number next, unless it is retried', async () => {
    const { rows } = await service.dataSource
      .query('SELECT max(id)::int + 1 AS next FROM partner')
      .then((found) => ({ rows: found as { next: number }[] }));
    const next = rows[0]?.next ?? 0;
    const life = lifeOfPack(next);
    const refund = life.refund('10.00');
    for (const event of [refund, life.paid]) {
      expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('waiting');
      expect(await eventRow(event)).toMatchObject({
        status: 'stored',
        reason: `There is no partner ${next} yet.`,
        partner_id: next,
      });
    }
    const partner = await createPartner.run(
      service.deps,
      service.admin,
      createPartner.input.parse({ name: 'Late' }),
      undefined,
    );
    expect(partner.id).toBe(next);
    const later = genericEvent(
      'payment.succeeded',
      { partner_id: next, reference: freshId('order'), amount: '90.00', currency: 'USD' },
      at(9),
    );
    expect(await storeAndApplyEvent(service.deps, 'generic', later)).toBe('applied');
    expect(await booksOf(service.deps, next)).toMatchObject({ balance: 5_000, orders: 1 });
    for (const event of [refund, life.paid]) {
      const { id } = await eventRow(event);
      await service.run(service.admin, retryPaymentEvent, { params: { payment_event_id: id }, input: {} });
      await applyStoredEvent(service.deps, event);
    }
    expect(await booksOf(service.deps, next)).toMatchObject({ balance: 5_500, orders: 2, credited: 1_000 });
  });

  test('is not taken for lost, and one that nobody has looked at is', async () => {
    const [waiting, open] = [lifeOfPack(900_000_001).paid, lifeOfPack(900_000_002).paid];
    await storeAndApplyEvent(service.deps, 'generic', waiting);
    await storeEvent(service.deps, 'generic', open);
    await service.dataSource.query('DELETE FROM outbox');
    const untouchedSince = new Date(Date.now() + 60_000).toISOString();
    const stale = await perform(service.deps, listStaleEvents, { untouchedSince, afterId: 0, limit: 1_000 });
    const ids = stale.map(({ id }) => id);
    const [{ id: openId, row_key: rowKey }, { id: waitingId }] = [await eventRow(open), await eventRow(waiting)];
    expect(ids).toContain(openId);
    expect(ids).not.toContain(waitingId);
    expect(await perform(service.deps, failEvent, { eventId: openId, rowKey, reason: 'lost' })).toBe(true);
    expect(await perform(service.deps, failEvent, { eventId: openId, rowKey, reason: 'lost' })).toBe(false);
    expect(await eventRow(open)).toMatchObject({
      status: 'failed',
      reason: 'The work was stopped by the operators of the service.',
    });
  });
});

describe('an administrator', () => {
  test('applies a failed event again, under a new key', async () => {
    const partnerId = await newPartner();
    const { paid } = lifeOfPack(partnerId);
    await storeEvent(service.deps, 'generic', paid);
    const { id, row_key: rowKey } = await eventRow(paid);
    await perform(service.deps, failEvent, { eventId: id, rowKey, reason: 'lost' });
    const retried = await service.run(service.admin, retryPaymentEvent, {
      params: { payment_event_id: id },
      input: {},
    });
    expect(retried).toMatchObject({ id, status: 'stored', reason: null });
    expect((await eventRow(paid)).row_key).not.toBe(rowKey);
    expect(await applyStoredEvent(service.deps, paid)).toBe('applied');
    await expect(
      service.run(service.admin, retryPaymentEvent, { params: { payment_event_id: id }, input: {} }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
