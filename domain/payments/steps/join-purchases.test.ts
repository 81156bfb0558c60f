import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  freshId,
  type GatewayEvent,
  stripeCheckout,
  stripeEvent,
  stripeIntent,
  stripeInvoicePayment,
} from '../../../sandbox/gateway/events.ts';
import { at, booksOf, idOfNewPartner, storeAndApplyEvent, storeEvent } from '../../../test/environment/payments.ts';
import { plant } from '../../../test/environment/plant.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { startShiftedClock } from '../../../test/environment/shifted-clock.ts';
import { perform } from '../../kernel/step.ts';
import { findDifferences } from '../../reconciliation/comparison-store.ts';
import { joinGroup, planJoins } from './join-purchases.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
let service: TestService;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  partnerId = await idOfNewPartner(service);
});
afterAll(async () => {
  const found = await findDifferences(service.deps.db, at(0));
  await service.stop();
  expect(found).toEqual([]);
});

const apply = (event: GatewayEvent) => storeAndApplyEvent(service.deps, 'stripe', event);
const plan = () => perform(service.deps, planJoins, {});
const DOUBLED = { balance: 2_000, orders: 2, invoices: 2, paid: 4_000, credited: 0, kept: 4_000, ledger: 2_000 };
const ONE = {
  balance: 1_000,
  debt: 0,
  orders: 2,
  invoices: 2,
  paid: 4_000,
  credited: 2_000,
  kept: 2_000,
  ledger: 1_000,
};

/** A checkout and its invoice, applied apart, as releases did that read no ids of the other in them. */
async function doubled(of = partnerId, { link = true } = {}) {
  const [intent, bill] = [freshId('pi'), freshId('in')];
  const checkout = stripeCheckout({ partner_id: of, intent, units: 2_000, currency: 'USD', price: 'credits_1000' });
  const session = stripeEvent('checkout.session.completed', { ...checkout, invoice: null }, at(0));
  const invoice = stripeEvent(
    'invoice.paid',
    {
      id: bill,
      amount_paid: 2_000,
      currency: 'usd',
      lines: { data: [{ amount: 2_000, quantity: 1, price: { id: 'credits_1000' }, metadata: {} }] },
      metadata: { partner_id: String(of) },
    },
    at(1),
  );
  expect(await apply(session)).toBe('applied');
  expect(await apply(invoice)).toBe('applied');
  // What the session said all along, and was not read.
  const said = { ...session, data: { object: { ...checkout, invoice: bill } } };
  if (link)
    await plant(service.dataSource, 'UPDATE payment_event SET payload = $2 WHERE event_id = $1', [
      session.id,
      service.deps.secrets.seal(JSON.stringify(said)),
    ]);
  return { intent, bill, session, invoice };
}

test('purchases that were doubled are found, joined once, and taken back', async () => {
  await doubled();
  expect(await booksOf(service.deps, partnerId)).toMatchObject(DOUBLED);
  const [group, ...others] = await plan();
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    problem: null,
    kept: { partner_id: partnerId, credits: 1_000, paid_minor: 2_000, currency: 'USD' },
    joined: [{ partner_id: partnerId, credits: 1_000, paid_minor: 2_000 }],
  });
  // The plan changes nothing.
  expect(await booksOf(service.deps, partnerId)).toMatchObject(DOUBLED);
  if (!group) throw new Error('There is no group.');
  const outcomes = await Promise.all([1, 2, 3].map(() => perform(service.deps, joinGroup, group)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await booksOf(service.deps, partnerId)).toMatchObject(ONE);
  expect(await plan()).toEqual([]);
  expect(await perform(service.deps, joinGroup, group)).toBe(false);
  expect(await booksOf(service.deps, partnerId)).toMatchObject(ONE);
});

test('a link that an earlier release ignored joins what was applied apart', async () => {
  const { intent, bill } = await doubled(partnerId, { link: false });
  expect(await plan()).toEqual([]);
  const link = stripeEvent(
    'invoice_payment.paid',
    { id: freshId('inpay'), invoice: bill, payment: { type: 'payment_intent', payment_intent: intent } },
    at(2),
  );
  await storeEvent(service.deps, 'stripe', link);
  await plant(service.dataSource, `UPDATE payment_event SET status = 'ignored', reason = 'x' WHERE event_id = $1`, [
    link.id,
  ]);
  const [group] = await plan();
  if (!group) throw new Error('There is no group.');
  expect(await perform(service.deps, joinGroup, group)).toBe(true);
  expect(await booksOf(service.deps, partnerId)).toMatchObject(ONE);
  expect(await plan()).toEqual([]);
});

test('of a bill and its parts the order of the bill stays', async () => {
  const bill = freshId('in');
  const metadata = { partner_id: String(partnerId), price_id: 'credits_1000' };
  const links: GatewayEvent[] = [];
  for (const units of [500, 1_500]) {
    const intent = freshId('pi');
    const of = { partner_id: partnerId, intent, units, currency: 'USD', price: 'credits_1000' };
    const paid = { ...stripeIntent(of), metadata };
    expect(await apply(stripeEvent('payment_intent.succeeded', paid, at(0)))).toBe('applied');
    links.push(stripeEvent('invoice_payment.paid', stripeInvoicePayment(bill, of), at(2)));
  }
  const lines = { data: [{ amount: 2_000, quantity: 1, price: { id: 'credits_1000' }, metadata: {} }] };
  const invoice = { id: bill, amount_paid: 2_000, currency: 'usd', lines, metadata };
  expect(await apply(stripeEvent('invoice.paid', invoice, at(1)))).toBe('applied');
  expect(await booksOf(service.deps, partnerId)).toMatchObject({ balance: 3_000, orders: 3, kept: 4_000 });
  for (const link of links) await storeEvent(service.deps, 'stripe', link);
  await plant(
    service.dataSource,
    `UPDATE payment_event SET status = 'ignored', reason = 'x' WHERE event_id = ANY($1)`,
    [links.map(({ id }) => id)],
  );
  const [group] = await plan();
  if (!group) throw new Error('There is no group.');
  expect(await perform(service.deps, joinGroup, group)).toBe(true);
  const kept = { balance: 1_000, debt: 0, orders: 3, paid: 4_000, credited: 2_000, kept: 2_000, ledger: 1_000 };
  expect(await booksOf(service.deps, partnerId)).toMatchObject(kept);
  const [{ reference }] = await service.dataSource.query(
    `SELECT reference FROM customer_order o JOIN purchase p ON p.order_id = o.id WHERE p.partner_id = $1 AND part_of IS NULL`,
    [partnerId],
  );
  expect(reference).toBe(bill);
  expect(await plan()).toEqual([]);
});

test('what two events connect by an id that has no row is found, too', async () => {
  const { session, invoice, bill } = await doubled(partnerId, { link: false });
  const charge = freshId('ch');
  for (const [{ id, data }, more] of [
    [session, { charges: { data: [{ id: charge }] } }],
    [invoice, { charge }],
  ] as const) {
    const { object } = data as { object: object };
    const kind = id === session.id ? { type: 'payment_intent.succeeded' } : {};
    const intent =
      id === session.id ? { id: (object as { payment_intent: string }).payment_intent, amount: 2_000 } : {};
    const event = {
      ...(id === session.id ? session : invoice),
      ...kind,
      data: { object: { ...object, ...intent, ...more } },
    };
    if (id === session.id) delete (event.data.object as { invoice?: unknown }).invoice;
    await plant(service.dataSource, 'UPDATE payment_event SET payload = $2 WHERE event_id = $1', [
      id,
      service.deps.secrets.seal(JSON.stringify(event)),
    ]);
  }
  const [group] = await plan();
  expect(group).toMatchObject({ bill, problem: null });
  if (!group) throw new Error('There is no group.');
  expect(await perform(service.deps, joinGroup, group)).toBe(true);
  expect(await booksOf(service.deps, partnerId)).toMatchObject(ONE);
});

test('purchases of different partners or bills are named, and left as they are', async () => {
  const other = await idOfNewPartner(service);
  const { session } = await doubled(partnerId, { link: false });
  const { bill } = await doubled(other, { link: false });
  const said = { ...session, data: { object: { ...(session['data'] as { object: object }).object, invoice: bill } } };
  await plant(service.dataSource, 'UPDATE payment_event SET payload = $2 WHERE event_id = $1', [
    session.id,
    service.deps.secrets.seal(JSON.stringify(said)),
  ]);
  expect(await plan()).toMatchObject([{ problem: expect.stringContaining('different partners') }]);
  await plant(service.dataSource, 'UPDATE payment_event SET payload = $2 WHERE event_id = $1', [
    session.id,
    service.deps.secrets.seal(JSON.stringify(session)),
  ]);
  expect(await plan()).toEqual([]);
});

const programOf = (...args: string[]) => programOn({}, ...args);
const programOn = (environment: Record<string, string>, ...args: string[]) =>
  run('node', ['worker/join-purchases.ts', ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: service.databaseUrl,
      SECRETS_KEY: service.secretsKey,
      PUBLIC_URL: 'http://127.0.0.1:1',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      ...environment,
    },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout + error.stderr,
    }),
  );
const NOTHING = 'No purchases are to be joined.\nAll payments are recorded at their invoices.\n';

test('the command says what it would do, and does it when told to', async () => {
  await doubled();
  const dry = await programOf();
  expect(dry).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/invoice INV-\d{4}-\d+.*20\.00 USD.*would be joined/),
  });
  await using clock = await startShiftedClock(new Date(Date.now() + 86_400_000));
  const ahead = { ...clock.environment, CLOCK_TOLERANCE_SECONDS: '300' };
  expect(await programOn(ahead, '--repair')).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/86\d{3} s ahead/),
  });
  expect(await booksOf(service.deps, partnerId)).toMatchObject(DOUBLED);
  expect(await programOf('--repair')).toMatchObject({ code: 0, stdout: expect.stringContaining(': joined') });
  expect(await booksOf(service.deps, partnerId)).toMatchObject(ONE);
  expect(await programOf()).toEqual({ code: 0, stdout: NOTHING });
  expect(await programOf('--repare')).toMatchObject({ code: 2 });
});

test('a payment that an earlier release applied without a record at its invoice is found, and recorded once', async () => {
  const checkout = stripeCheckout({
    partner_id: partnerId,
    intent: freshId('pi'),
    units: 2_000,
    currency: 'USD',
    price: 'credits_1000',
  });
  expect(await apply(stripeEvent('checkout.session.completed', checkout, at(0)))).toBe('applied');
  const before = await booksOf(service.deps, partnerId);
  const ofInvoices = 'invoice_id IN (SELECT id FROM invoice WHERE partner_id = $1)';
  await plant(service.dataSource, `DELETE FROM invoice_payment WHERE ${ofInvoices}`, [partnerId]);
  expect((await findDifferences(service.deps.db, at(0))).map(({ name }) => name)).toContain(
    'payments of invoices that do not come to what was paid',
  );

  const dry = await programOf();
  expect(dry).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/invoice INV-\d{4}-\d+ has payments of 0\.00 of 20\.00 USD: would be recorded/),
  });
  expect(await programOf('--repair')).toMatchObject({ code: 0, stdout: expect.stringContaining(': recorded') });
  expect(await programOf('--repair')).toEqual({ code: 0, stdout: NOTHING });
  expect(await booksOf(service.deps, partnerId)).toEqual(before);
  expect(await findDifferences(service.deps.db, at(0))).toEqual([]);
});
