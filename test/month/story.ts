import {
  stripeCharge,
  stripeCheckout,
  stripeDispute,
  stripeIntent,
  stripeInvoice,
  stripeInvoicePayment,
  stripeSubscription,
} from '../../sandbox/gateway/events.ts';
import { waitUntil } from '../environment/wait-until.ts';
import {
  backfill,
  billUse,
  change,
  credit,
  order,
  packEvent,
  purchase,
  stripe,
  stripeRefund,
  summarize,
  transfer,
  use,
  voidInvoice,
} from './actions.ts';
import { creditsOf, planOf, refusedEvents, statesOf } from './books.ts';
import type { Member, Members } from './partners.ts';
import { billMonth, LIMIT_MS, reconcile, settle, type World } from './world.ts';

/** What happens at a moment, and what is seen when it is done. */
interface Scene {
  at: string;
  title: string;
  /** All at once. */
  run(world: World, members: Members): Promise<unknown>[];
  sees?(world: World, members: Members): Promise<unknown>;
  /** What is seen; as JSON. */
  expected?: unknown;
}

const SUBSCRIPTION = 'sub_boreal';
const firstPack = (boreal: Member) => purchase(boreal, 'first', 2_000, 'credits_1000');
const secondPack = (boreal: Member) => purchase(boreal, 'second', 9_000, 'credits_5000');
const thirdPack = (boreal: Member) => purchase(boreal, 'third', 2_000, 'credits_1000');
const monthly = (boreal: Member) => purchase(boreal, 'monthly', 9_900, 'plan_business');
const CALLS = { dimension: 'calls', quantity: '20', price: '0.05 EUR' } as const;
const JPY_CALLS = { dimension: 'calls', quantity: '12345', price: '0.3 JPY' } as const;
const GIGABYTES = { dimension: 'gb', quantity: '2.5', price: '1.2345 KWD' } as const;

/** December 2023 and how it is paid, from its first day to the spring. */
const SCENES: readonly Scene[] = [
  {
    at: '2023-12-02T10:00:00Z',
    title: 'orders are reported',
    run: (world, { adler, dinar }) => [
      order(world, adler, 'subscription', '499.00 EUR', 'adler-plan'),
      order(world, adler, 'token_pack', '49.90 EUR', 'adler-pack'),
      order(world, dinar, 'free_trial', '0 KWD', 'dinar-trial'),
      order(world, dinar, 'token_pack', '10.500 KWD', 'dinar-pack'),
    ],
  },
  {
    at: '2023-12-02T11:00:00Z',
    title: 'and invoiced',
    run: (world, { adler, dinar }) => [backfill(world, adler), backfill(world, dinar)],
  },
  {
    at: '2023-12-03T09:00:00Z',
    title: 'packs and a plan are bought',
    run: (world, { boreal, chiyoda }) => [
      stripe(world, [
        ['checkout.session.completed', stripeCheckout(firstPack(boreal))],
        ['payment_intent.succeeded', stripeIntent(firstPack(boreal))],
        ['customer.subscription.created', stripeSubscription(boreal.id, SUBSCRIPTION, 'plan_business')],
        ['invoice.paid', stripeInvoice(boreal.id, SUBSCRIPTION, monthly(boreal), 'in_boreal')],
        ['invoice_payment.paid', stripeInvoicePayment('in_boreal', monthly(boreal))],
        ['payment_intent.succeeded', stripeIntent(monthly(boreal))],
      ]),
      packEvent(world, chiyoda, ['succeeded', 'chiyoda-1', '2200 JPY'], { credits: 300 }),
    ],
    sees: (world, { boreal, chiyoda }) =>
      Promise.all([planOf(world, boreal), creditsOf(world, boreal), creditsOf(world, chiyoda)]),
    expected: ['business', '1000, 0 held, 0 owed', '300, 0 held, 0 owed'],
  },
  {
    at: '2023-12-04T12:00:00Z',
    title: 'an invoice is paid by its number',
    run: (world, { adler }) => [
      transfer(world, adler, {
        type: 'subscription',
        price: '593.81 EUR',
        payment: 'transfer-1',
        plan: 'command_plus',
      }),
    ],
    sees: (world, { adler }) => planOf(world, adler),
    expected: 'command_plus',
  },
  {
    at: '2023-12-05T12:00:00Z',
    title: 'use is reported, and credits are spent',
    run: (world, { adler, boreal }) => [
      ...Array.from({ length: 40 }, (_, index) => {
        const at = new Date(Date.UTC(2023, 11, 1, 2 * index)).toISOString();
        return use(world, adler, { ...CALLS, quantity: '25' }, at);
      }),
      use(world, adler, { dimension: 'books', quantity: '10', price: '3.00 EUR' }, '2023-12-05T07:00:00Z'),
      summarize(world, boreal),
      summarize(world, boreal),
    ],
    sees: (world, { boreal }) => creditsOf(world, boreal),
    expected: '994, 0 held, 0 owed',
  },
  {
    at: '2023-12-06T08:00:00Z',
    title: 'a part of an invoice is paid: nothing is granted yet',
    run: (world, { adler }) => [
      packEvent(world, adler, ['succeeded', 'adler-pack', '20.00 EUR'], { payment: 'transfer-2', credits: 500 }),
    ],
    sees: (world, { adler }) => Promise.all([creditsOf(world, adler), statesOf(world, adler, 'token_pack')]),
    expected: ['0, 0 held, 0 owed', ['open, due 39.38']],
  },
  {
    at: '2023-12-07T08:00:00Z',
    title: 'a pack is refunded of which credits were spent',
    run: (world, { boreal }) => [stripe(world, [['charge.refunded', stripeCharge(firstPack(boreal), 2_000)]])],
    sees: (world, { boreal }) => creditsOf(world, boreal),
    expected: '0, 0 held, 6 owed',
  },
  {
    at: '2023-12-09T08:00:00Z',
    title: 'another pack pays what is owed',
    run: (world, { boreal }) => [stripe(world, [['checkout.session.completed', stripeCheckout(secondPack(boreal))]])],
    sees: (world, { boreal }) => creditsOf(world, boreal),
    expected: '4994, 0 held, 0 owed',
  },
  {
    at: '2023-12-10T08:00:00Z',
    title: 'use of other partners is reported',
    run: (world, { boreal, chiyoda, dinar, etoile }) => [
      use(world, boreal, { dimension: 'seats', quantity: '3', price: '12.50 USD' }, '2023-12-10T07:00:00Z'),
      use(world, chiyoda, JPY_CALLS, '2023-12-10T07:00:00Z'),
      use(world, dinar, GIGABYTES, '2023-12-03T07:00:00Z'),
      use(world, etoile, { dimension: 'seats', quantity: '100', price: '1.00 EUR' }, '2023-12-09T07:00:00Z'),
    ],
  },
  {
    at: '2023-12-11T08:00:00Z',
    title: 'payments are disputed, one in the moment of the payment',
    run: (world, { boreal, chiyoda }) => [
      stripe(world, [
        ['charge.dispute.created', stripeDispute(thirdPack(boreal), 'needs_response')],
        ['checkout.session.completed', stripeCheckout(thirdPack(boreal))],
        ['charge.succeeded', stripeCharge(thirdPack(boreal), 0)],
      ]),
      packEvent(world, chiyoda, ['disputed', 'chiyoda-1', '2200 JPY']),
    ],
    sees: (world, { boreal, chiyoda }) => Promise.all([creditsOf(world, boreal), creditsOf(world, chiyoda)]),
    expected: ['4994, 0 held, 0 owed', '0, 0 held, 0 owed'],
  },
  {
    at: '2023-12-14T08:00:00Z',
    title: 'a pack is refunded in part, another one bought',
    run: (world, { boreal, chiyoda }) => [
      stripe(world, [['charge.refunded', stripeCharge(secondPack(boreal), 3_000)]]),
      packEvent(world, chiyoda, ['succeeded', 'chiyoda-2', '3300 JPY'], { credits: 450 }),
    ],
    sees: (world, { boreal, chiyoda }) => Promise.all([creditsOf(world, boreal), creditsOf(world, chiyoda)]),
    // 5,000 × 30 / 90 = 1,666.67 are taken back.
    expected: ['3328, 0 held, 0 owed', '450, 0 held, 0 owed'],
  },
  {
    at: '2023-12-15T08:00:00Z',
    title: 'a dispute is lost, a partner has its use billed',
    run: (world, { chiyoda, dinar }) => [
      packEvent(world, chiyoda, ['dispute_lost', 'chiyoda-1', '2200 JPY']),
      billUse(world, dinar),
    ],
    sees: (world, { dinar }) => statesOf(world, dinar, 'marketplace_usage'),
    expected: ['open, due 3.086'],
  },
  {
    at: '2023-12-16T08:00:00Z',
    title: 'a refund fails, an invoice is voided',
    run: (world, { boreal, dinar }) => [
      stripe(world, [['refund.failed', stripeRefund(secondPack(boreal), 3_000, 'failed')]]),
      voidInvoice(world, dinar),
    ],
    sees: (world, { boreal, dinar }) =>
      Promise.all([creditsOf(world, boreal), statesOf(world, dinar, 'marketplace_usage')]),
    expected: ['4994, 0 held, 0 owed', ['void, due 0']],
  },
  {
    at: '2023-12-17T08:00:00Z',
    title: 'a payment of the voided invoice, whose use is billed again, is left to a person',
    run: (world, { dinar }) => [
      transfer(world, dinar, { type: 'marketplace_usage', price: '3.086 KWD', payment: 'transfer-1' }),
    ],
    sees: (world, { dinar }) => refusedEvents(world, dinar),
    expected: ['The invoice is voided.'],
  },
  {
    at: '2023-12-18T08:00:00Z',
    title: 'a dispute is won',
    run: (world, { boreal }) => [stripe(world, [['charge.dispute.closed', stripeDispute(thirdPack(boreal), 'won')]])],
    sees: (world, { boreal }) => creditsOf(world, boreal),
    expected: '5994, 0 held, 0 owed',
  },
  {
    at: '2023-12-20T08:00:00Z',
    title: 'the rest of an invoice is paid, and more',
    run: (world, { adler, dinar }) => [
      packEvent(world, adler, ['succeeded', 'adler-pack', '40.00 EUR'], { payment: 'transfer-3', credits: 500 }),
      use(world, dinar, { ...GIGABYTES, quantity: '1' }, '2023-12-20T07:00:00Z'),
    ],
    sees: (world, { adler }) => creditsOf(world, adler),
    expected: '500, 0 held, 0 owed',
  },
  {
    at: '2023-12-21T08:00:00Z',
    title: 'what was too much is given back, a pack refunded in part, credits are spent',
    run: (world, { adler, chiyoda }) => [
      packEvent(world, adler, ['refunded', 'adler-pack', '0.62 EUR']),
      packEvent(world, chiyoda, ['refunded', 'chiyoda-2', '1100 JPY']),
      summarize(world, adler),
    ],
  },
  {
    at: '2023-12-27T08:00:00Z',
    title: 'use is billed twice at once',
    run: (world, { etoile }) => [billUse(world, etoile), billUse(world, etoile)],
    sees: (world, { etoile }) => statesOf(world, etoile, 'marketplace_usage'),
    expected: ['open, due 100'],
  },
  {
    at: '2023-12-28T08:00:00Z',
    title: 'a subscription ends, an order is paid',
    run: (world, { boreal, dinar }) => [
      stripe(world, [
        ['customer.subscription.deleted', stripeSubscription(boreal.id, SUBSCRIPTION, 'plan_business', 'canceled')],
      ]),
      packEvent(world, dinar, ['succeeded', 'dinar-pack', '10.500 KWD'], { credits: 100 }),
    ],
    sees: (world, { boreal }) => planOf(world, boreal),
    expected: 'starter',
  },
  {
    at: '2024-01-01T12:00:00Z',
    title: 'use of the last moments of December, and of the first of January, is reported in the grace',
    run: (world, { adler, chiyoda }) => [
      use(world, adler, CALLS, '2023-12-31T12:00:00Z'),
      use(world, adler, CALLS, '2023-12-31T23:59:59.999Z'),
      use(world, adler, { ...CALLS, quantity: '200' }, '2024-01-01T00:00:00Z'),
      use(world, chiyoda, { ...JPY_CALLS, quantity: '1000' }, '2024-01-01T00:00:00Z'),
    ],
  },
  {
    at: '2024-01-02T01:00:00Z',
    title: 'the Schedule bills December',
    run: (world) => [billMonth(world, new Date('2024-01-02T01:00:00Z'))],
    sees: (world, { adler, chiyoda }) =>
      Promise.all([statesOf(world, adler, 'marketplace_usage'), statesOf(world, chiyoda, 'marketplace_usage')]),
    expected: [['open, due 93.98'], []],
  },
  {
    at: '2024-01-03T08:00:00Z',
    title: 'the books agree, but for the use of a partner without a customer id',
    run: () => [],
    sees: async (world) => (await reconcile(world)).lines[0],
    expected: '1 use of ended months that no invoice has, to be billed',
  },
  {
    at: '2024-01-05T08:00:00Z',
    title: 'use comes late, a part is paid',
    run: (world, { adler, etoile }) => [
      use(world, adler, { ...CALLS, quantity: '40' }, '2023-11-30T12:00:00Z'),
      use(world, adler, { ...CALLS, quantity: '60' }, '2023-12-15T12:00:00Z'),
      transfer(world, etoile, { type: 'marketplace_usage', price: '40.00 EUR', payment: 'transfer-1' }),
    ],
  },
  {
    at: '2024-01-08T08:00:00Z',
    title: 'a line of an open invoice is credited in part',
    run: (world, { adler }) => [credit(world, adler, { lines: [{ position: 1, amount: '10.70' }] })],
    sees: (world, { adler }) => statesOf(world, adler, 'marketplace_usage'),
    expected: ['open, due 83.28'],
  },
  {
    at: '2024-01-12T08:00:00Z',
    title: 'an invoice becomes overdue; a partner gets its customer id',
    run: (world, { chiyoda }) => [
      change(world, chiyoda, { marketplace_customer_id: 'customer-chiyoda' }),
      untilOverdue(world, 1),
    ],
    sees: (world, { adler, etoile }) =>
      Promise.all([statesOf(world, etoile, 'marketplace_usage'), statesOf(world, adler, 'marketplace_usage')]),
    expected: [['open, overdue, due 60'], ['open, due 83.28']],
  },
  {
    at: '2024-01-25T08:00:00Z',
    title: 'the overdue invoice is paid, another becomes overdue',
    run: (world, { etoile }) => [
      transfer(world, etoile, { type: 'marketplace_usage', price: '60.00 EUR', payment: 'transfer-2' }),
      untilOverdue(world, 2),
    ],
  },
  {
    at: '2024-02-02T01:00:00Z',
    title: 'the Schedule bills January, and what came late',
    run: (world) => [billMonth(world, new Date('2024-02-02T01:00:00Z')), untilOverdue(world, 3)],
    sees: (world, { adler }) => statesOf(world, adler, 'marketplace_usage'),
    expected: ['open, due 17.85', 'open, overdue, due 83.28'],
  },
  {
    at: '2024-02-06T08:00:00Z',
    title: 'the books agree; another overdue invoice is paid',
    run: (world, { adler }) => [
      transfer(world, adler, {
        type: 'marketplace_usage',
        day: '2024-01-02',
        price: '83.28 EUR',
        payment: 'transfer-4',
      }),
    ],
    sees: (world) => reconcile(world),
    expected: { code: 0, lines: ['Ledger, orders, use and invoices agree.'] },
  },
  {
    at: '2024-02-08T08:00:00Z',
    title: 'an open invoice is credited wholly, a paid one in part',
    run: (world, { chiyoda, etoile }) => [credit(world, chiyoda, {}), credit(world, etoile, { amount: '10.00' })],
    sees: (world, { chiyoda }) => statesOf(world, chiyoda, 'marketplace_usage'),
    expected: ['paid, due 0'],
  },
  {
    at: '2024-03-20T08:00:00Z',
    title: 'an invoice is written off 60 days after it was due',
    run: (world, { boreal }) => [
      waitUntil(
        'the invoice to be written off',
        async () => (await statesOf(world, boreal, 'marketplace_usage'))[0] === 'uncollectible, due 37.5',
        { limitMs: LIMIT_MS },
      ),
      untilOverdue(world, 5),
    ],
  },
  {
    at: '2024-04-01T08:00:00Z',
    title: 'and paid after all',
    run: (world, { boreal }) => [
      transfer(world, boreal, { type: 'marketplace_usage', price: '37.50 USD', payment: 'transfer-1' }),
    ],
    sees: (world) => reconcile(world),
    expected: { code: 0, lines: ['Ledger, orders, use and invoices agree.'] },
  },
];

/** Waits until so many overdue invoices have been published in all. */
function untilOverdue({ receiver }: World, count: number): Promise<unknown> {
  const isPublished = () => {
    const types = receiver.received.map(({ body }) => JSON.parse(String(body)).type);
    return types.filter((type) => type === 'invoice.overdue').length >= count;
  };
  return waitUntil(`${count} overdue invoices`, isPublished, { limitMs: LIMIT_MS });
}

/** How a story is played. */
export interface Direction {
  /** Compares what was seen with what is expected. */
  compare(title: string, seen: unknown, expected: unknown): void;
  /** Does something while a scene runs; just runs it when absent. */
  around?(scene: Scene, run: () => Promise<unknown>): Promise<unknown>;
}

/** Plays all scenes, one after the other. */
export async function play(world: World, members: Members, { compare, around }: Direction): Promise<void> {
  for (const scene of SCENES) {
    world.clock.set(new Date(scene.at));
    const run = () => Promise.all(scene.run(world, members));
    await (around ? around(scene, run) : run());
    await settle(world);
    if (scene.sees) compare(`${scene.at} ${scene.title}`, await scene.sees(world, members), scene.expected);
  }
}
