import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders } from '../../test/environment/invoice-jobs.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { perform } from '../kernel/step.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';
import type { Partner } from '../partners/types.ts';
import { findEventType } from '../webhooks/catalogue.ts';
import { publishOverdue } from './steps/housekeeping.ts';

jest.setTimeout(60_000);

const NOW = new Date('2031-06-01T10:00:00Z');
const DAY = 86_400_000;
const REFUSED = expect.objectContaining({ message: 'refused' });

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A partner with so many open invoices, due in as many days as the terms say. */
async function billed(orders: number, terms = 14): Promise<{ partner: Partner; references: string[] }> {
  service.setClock(NOW);
  const partner = await service.createPartner();
  const params = { partner_id: partner.id };
  await service.run(service.admin, updatePartner, { params, input: { payment_terms_days: terms } });
  const references: string[] = [];
  for (let n = 0; n < orders; n += 1) references.push((await addOrder(service, partner)).reference);
  const { call } = await service.createKey(partner);
  await backfillOrders(service.deps, call, 50);
  // Terms that change later do not move the due date.
  await service.run(service.admin, updatePartner, { params, input: { payment_terms_days: 0 } });
  return { partner, references };
}
const sweep = () => perform(service.deps, publishOverdue, {});
const events = async ({ id }: Partner): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  service.dataSource.query('SELECT type, data FROM platform_event WHERE partner_id = $1 ORDER BY id', [id]);
const after = (days: number, ms = 0) => service.setClock(new Date(NOW.getTime() + days * DAY + ms));

test('the event is published once, when the due date has passed, with what is still due', async () => {
  const { partner, references } = await billed(1);
  const data = {
    partner_id: partner.id,
    reference: references[0] ?? '',
    billing_type: 'token_pack',
    amount: '9.90',
    currency: 'EUR',
  };
  expect(await storeAndApplyEvent(service.deps, 'generic', genericEvent('payment.succeeded', data, NOW))).toBe(
    'applied',
  );
  after(14);
  await sweep();
  expect(await events(partner)).toEqual([]);
  after(14, 1);
  await sweep();
  const [event] = await events(partner);
  expect(event).toEqual({
    type: 'invoice.overdue',
    data: {
      invoice_number: expect.stringMatching(/^INV-2031-/),
      billing_type: 'token_pack',
      currency: 'EUR',
      total_amount: 49.9,
      amount_due: 40,
      due_at: '2031-06-15T10:00:00.000Z',
    },
  });
  expect(findEventType('invoice.overdue')?.data.parse(event?.data)).toEqual(event?.data);
  after(30);
  await sweep();
  expect(await events(partner)).toHaveLength(1);
});

test('sweepers at once and payments at that moment: one event for each invoice that is not paid', async () => {
  const { partner, references } = await billed(40);
  after(14, 1);
  const paid = references.slice(0, 10);
  const payments = async () => {
    for (const reference of paid) {
      const data = { partner_id: partner.id, reference, billing_type: 'token_pack', amount: '49.90', currency: 'EUR' };
      await storeAndApplyEvent(service.deps, 'generic', genericEvent('payment.succeeded', data, NOW));
    }
  };
  await Promise.all([payments(), ...Array.from({ length: 8 }, sweep)]);
  await sweep();
  const numbers = (await events(partner)).map(({ data }) => data['invoice_number']);
  expect(new Set(numbers).size).toBe(numbers.length);
  const open: { number: string }[] = await service.dataSource.query(
    `SELECT number FROM invoice WHERE partner_id = $1 AND status = 'open'`,
    [partner.id],
  );
  expect(open).toHaveLength(30);
  expect(numbers).toEqual(expect.arrayContaining(open.map(({ number }) => number)));
});

test('a sweep that fails publishes nothing, and the next one does', async () => {
  const { partner } = await billed(3);
  after(14, 1);
  const transaction: typeof service.deps.transaction = (call, work) =>
    service.deps.transaction(call, async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  await expect(perform({ ...service.deps, transaction }, publishOverdue, {})).rejects.toMatchObject({
    // All together, and each of them.
    errors: Array.from({ length: 4 }, () => expect.objectContaining({ message: 'killed' })),
  });
  expect(await events(partner)).toEqual([]);
  await sweep();
  expect(await events(partner)).toHaveLength(3);
});

test('what fails for one partner does so for nobody else, however many invoices it has', async () => {
  const { partner: failing } = await billed(30);
  const { partner: other } = await billed(2);
  after(14, 1);
  const refused = { table: 'platform_event', when: `NEW.partner_id = ${failing.id}` };
  await refusingRows(service.dataSource, refused, async () => {
    // Twenty together, and each of them; where all fail, the others are left for the next sweep.
    await expect(sweep()).rejects.toMatchObject({ errors: Array.from({ length: 21 }, () => REFUSED) });
    expect(await events(failing)).toEqual([]);
    expect(await events(other)).toHaveLength(2);
  });
  await sweep();
  expect(await events(failing)).toHaveLength(30);
});

test('an invoice that fails each time keeps no other of its partner from its event', async () => {
  const { partner } = await billed(30);
  after(14, 1);
  const [first] = await service.dataSource.query('SELECT number FROM invoice WHERE partner_id = $1 ORDER BY id', [
    partner.id,
  ]);
  const refused = { table: 'platform_event', when: `NEW.data->>'invoice_number' = '${first.number}'` };
  await refusingRows(service.dataSource, refused, async () => {
    await expect(sweep()).rejects.toMatchObject({ errors: [REFUSED, REFUSED] });
    expect(await events(partner)).toHaveLength(29);
  });
  await sweep();
  expect(await events(partner)).toHaveLength(30);
});
