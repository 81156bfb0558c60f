import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  freshId,
  type GatewayEvent,
  genericEvent,
  stripeEvent,
  stripeInvoice,
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
import { selectPlanFacts } from './plan-store.ts';

jest.setTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const newPartner = () => idOfNewPartner(service);

const apply = (event: GatewayEvent, gateway: 'generic' | 'stripe' = 'stripe') =>
  storeAndApplyEvent(service.deps, gateway, event);
const planOf = async (partnerId: number): Promise<string> => (await booksOf(service.deps, partnerId)).plan;

/** An event of a Stripe subscription; `more` replaces fields of the subscription. */
function subscription(partnerId: number, id: string, second: number, more: Record<string, unknown> = {}): GatewayEvent {
  const object = { ...stripeSubscription(partnerId, id, 'plan_business'), ...more };
  return stripeEvent('customer.subscription.updated', object, at(second));
}

const items = (...prices: string[]) => ({
  items: { data: prices.map((price) => ({ id: freshId('si'), price: { id: price }, quantity: 1 })) },
});

describe('the plan of a payment', () => {
  function lifeOf(partnerId: number) {
    const purchase = { partner_id: partnerId, reference: freshId('order'), amount: '99.00', currency: 'EUR' };
    const terms = { ...purchase, billing_type: 'subscription', plan: 'business' };
    return {
      paid: genericEvent('payment.succeeded', terms, at(0)),
      refund: (amount: string) => genericEvent('payment.refunded', { ...purchase, amount }, at(5)),
      disputed: genericEvent('payment.disputed', purchase, at(1)),
      lost: genericEvent('payment.dispute_lost', purchase, at(2)),
      won: genericEvent('payment.dispute_won', purchase, at(2)),
    };
  }

  test.each([
    ['paid', (life: ReturnType<typeof lifeOf>) => [life.paid], 'business'],
    ['refunded in part', (life) => [life.paid, life.refund('98.99')], 'business'],
    ['refunded in whole', (life) => [life.paid, life.refund('99.00')], 'starter'],
    ['refunded in parts to the whole', (life) => [life.paid, life.refund('49.00'), life.refund('50.00')], 'starter'],
    ['disputed', (life) => [life.paid, life.disputed], 'business'],
    ['lost in a dispute', (life) => [life.paid, life.disputed, life.lost], 'starter'],
    ['won in a dispute', (life) => [life.paid, life.disputed, life.won], 'business'],
  ] as [string, (life: ReturnType<typeof lifeOf>) => GatewayEvent[], string][])(
    'that was %s, in every order of its events',
    async (_what, eventsOf, expected) => {
      const size = eventsOf(lifeOf(1)).length;
      for (const order of permutations(Array.from({ length: size }, (_, index) => index))) {
        const partnerId = await newPartner();
        const events = eventsOf(lifeOf(partnerId));
        for (const index of order) await apply(events[index] as GatewayEvent, 'generic');
        expect({ order, plan: await planOf(partnerId) }).toEqual({ order, plan: expected });
      }
    },
  );

  test('at Stripe ends with its refund, though the subscription goes on', async () => {
    const [partnerId, id, bill] = [await newPartner(), freshId('sub'), freshId('in')];
    const price = { price: 'plan_business', units: 9_900, currency: 'EUR' };
    await apply(subscription(partnerId, id, 0));
    await apply(stripeEvent('invoice.paid', stripeInvoice(partnerId, id, price, bill), at(1)));
    expect(await planOf(partnerId)).toBe('business');
    const charge = { id: bill, amount_refunded: 9_900, currency: 'eur', metadata: {} };
    await apply(stripeEvent('charge.refunded', charge, at(2)));
    expect(await planOf(partnerId)).toBe('starter');
    await apply(subscription(partnerId, id, 3));
    expect(await planOf(partnerId)).toBe('starter');
  });
});

describe('the newest subscription', () => {
  test('is the one that was made last, in every order, whichever changed last', async () => {
    for (const order of permutations([0, 1, 2])) {
      const [partnerId, old, young] = [await newPartner(), freshId('sub'), freshId('sub')];
      const created = (second: number) => ({ created: at(0).getTime() / 1000 + second });
      const events = [
        subscription(partnerId, young, 10, { ...items('plan_enterprise'), ...created(10) }),
        subscription(partnerId, old, 5, created(0)),
        subscription(partnerId, old, 20, created(0)),
      ];
      for (const index of order) expect(await apply(events[index] as GatewayEvent)).toBe('applied');
      expect({ order, plan: await planOf(partnerId) }).toEqual({ order, plan: 'enterprise' });
    }
  });

  test('is none that has not begun or never will', async () => {
    const [partnerId, id] = [await newPartner(), freshId('sub')];
    await apply(subscription(partnerId, id, 0));
    for (const status of ['incomplete', 'incomplete_expired']) {
      const other = freshId('sub');
      expect(await apply(subscription(partnerId, other, 5, { status, ...items('plan_enterprise') }))).toBe('ignored');
    }
    expect(await planOf(partnerId)).toBe('business');
  });

  test('of a status that nobody knows changes nothing, and says so', async () => {
    const [partnerId, id] = [await newPartner(), freshId('sub')];
    await apply(subscription(partnerId, id, 0));
    expect(await apply(subscription(partnerId, id, 1, { status: 'hibernating' }))).toBe('failed');
    expect(await planOf(partnerId)).toBe('business');
  });

  test('has its plan, whatever stands before it', async () => {
    const partnerId = await newPartner();
    const listed = items('price_of_an_addition', 'plan_enterprise', 'price_of_another');
    expect(await apply(subscription(partnerId, freshId('sub'), 0, listed))).toBe('applied');
    expect(await planOf(partnerId)).toBe('enterprise');
  });
});

/** Inserts events that say the same as a stored one, a second apart, after it. */
const repeat = (event: GatewayEvent, times: number) =>
  service.fill(
    `INSERT INTO payment_event (row_key, gateway, event_id, type, payload, status, reason, kind, subject, partner_id, fact, occurred_at,
                                created_at, updated_at)
     SELECT gen_random_uuid(), gateway, event_id || '-' || n, type, payload, status, reason, kind, subject, partner_id, fact,
            occurred_at + n * interval '1 second', created_at, updated_at
     FROM payment_event, generate_series(1, $2::int) AS n WHERE event_id = $1`,
    [event.id, times],
  );

describe('a subscription', () => {
  test('that is reported again and again is read by the first and the last of the events that say the same', async () => {
    const [partnerId, id] = [await newPartner(), freshId('sub')];
    const [first, changed] = [
      subscription(partnerId, id, 0),
      subscription(partnerId, id, 2_000, items('plan_enterprise')),
    ];
    await apply(first);
    await repeat(first, 1_000);
    await apply(changed);
    await repeat(changed, 1_000);
    const facts = await selectPlanFacts(service.deps.db, partnerId);
    const times = [...new Set(facts.map(({ occurred_at }) => occurred_at.getTime()))].sort((a, b) => a - b);
    expect(times).toEqual([0, 1_000, 2_000, 3_000].map((second) => at(second).getTime()));
    expect(facts).toHaveLength(4);
    await apply(subscription(partnerId, id, 2_500));
    expect(await planOf(partnerId)).toBe('enterprise');
    await apply(subscription(partnerId, id, 3_001));
    expect(await planOf(partnerId)).toBe('business');
  });

  test('of which many events waited for the partner has all of them applied', async () => {
    const [partnerId, id] = [await newPartner(), freshId('sub')];
    const waiting = subscription(0, id, 0, { metadata: {} });
    expect(await apply(waiting)).toBe('waiting');
    await repeat(waiting, 100);
    await apply(subscription(partnerId, id, 200));
    const left = "SELECT count(*)::int AS n FROM payment_event WHERE subject = $1 AND status <> 'applied'";
    expect(await service.dataSource.query(left, [id])).toEqual([{ n: 0 }]);
  });

  test('that is given to another partner takes its plan along, in every order', async () => {
    for (const order of permutations([0, 1, 2])) {
      const [one, other, id] = [await newPartner(), await newPartner(), freshId('sub')];
      const events = [
        subscription(one, id, 0),
        subscription(other, id, 1),
        subscription(other, id, 2, items('plan_enterprise')),
      ];
      for (const index of order) await apply(events[index] as GatewayEvent);
      expect({ order, plans: [await planOf(one), await planOf(other)] }).toEqual({
        order,
        plans: ['starter', 'enterprise'],
      });
    }
  });

  test('that moves to a partner who is not there stays where it is', async () => {
    const [one, id] = [await newPartner(), freshId('sub')];
    await apply(subscription(one, id, 0));
    expect(await apply(subscription(987_654_321, id, 1))).toBe('waiting');
    expect(await planOf(one)).toBe('business');
  });

  test('ends by an event that names no partner, in every order', async () => {
    for (const order of permutations([0, 1])) {
      const [partnerId, id] = [await newPartner(), freshId('sub')];
      const events = [subscription(partnerId, id, 0), subscription(0, id, 9, { status: 'canceled', metadata: {} })];
      for (const index of order) await apply(events[index] as GatewayEvent);
      const [deletion] = await service.dataSource.query('SELECT status FROM payment_event WHERE event_id = $1', [
        events[1]?.id,
      ]);
      expect({ order, plan: await planOf(partnerId), deletion }).toEqual({
        order,
        plan: 'starter',
        deletion: { status: 'applied' },
      });
    }
  });

  test('of which only a payment is known ends by an event that names no partner, in every order and at once', async () => {
    const price = { price: 'plan_business', units: 9_900, currency: 'EUR' };
    for (const order of [...permutations([0, 1]), null]) {
      const [partnerId, id] = [await newPartner(), freshId('sub')];
      const events = [
        stripeEvent('invoice.paid', stripeInvoice(partnerId, id, price), at(0)),
        subscription(0, id, 9, { status: 'canceled', metadata: {} }),
      ];
      for (const event of events) await storeEvent(service.deps, 'stripe', event);
      if (order) for (const index of order) await applyStoredEvent(service.deps, events[index] as GatewayEvent);
      else await Promise.all(events.map((event) => applyStoredEvent(service.deps, event)));
      expect({ order, plan: await planOf(partnerId) }).toEqual({ order, plan: 'starter' });
    }
  });

  test('of the same name at two partners of the generic gateway is two', async () => {
    const [one, other] = [await newPartner(), await newPartner()];
    const named = (partner_id: number) => ({ partner_id, reference: 'sub-1', amount: '0', currency: 'EUR' });
    await apply(genericEvent('subscription.updated', { ...named(one), plan: 'business' }, at(0)), 'generic');
    await apply(genericEvent('subscription.updated', { ...named(other), plan: 'enterprise' }, at(1)), 'generic');
    await apply(genericEvent('subscription.cancelled', named(other), at(2)), 'generic');
    expect([await planOf(one), await planOf(other)]).toEqual(['business', 'starter']);
  });
});
