import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders, billPeriod } from '../../test/environment/invoice-jobs.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import type { Partner } from '../partners/types.ts';
import { voidInvoice } from './operations/void-invoice.ts';
import type { InvoiceRow } from './table.ts';

jest.setTimeout(120_000);

const NOW = new Date('2031-06-04T10:00:00Z');

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(NOW);
  ({ partner, call } = await service.createCaller());
});
afterAll(() => service.stop());

const invoices = (): Promise<InvoiceRow[]> =>
  service.dataSource.query('SELECT * FROM invoice WHERE partner_id = $1 ORDER BY id', [partner.id]);
const lastNumber = async () => (await invoices()).at(-1)?.number ?? '';
const voided = (invoiceNumber: string, input: object = {}) =>
  service.run(service.admin, voidInvoice, { params: { partner_id: partner.id, invoiceNumber }, input });
const bill = () => billPeriod(service.deps, call, { start: '2031-05-01', end: '2031-05-31' });
const backfill = () => backfillOrders(service.deps, call, 10);
/** Records by the status of the invoice that bills them. */
async function billedRecords(): Promise<Record<string, number>> {
  const rows: { status: string; n: number }[] = await service.dataSource.query(
    `SELECT coalesce(i.status, 'none') AS status, count(*)::int AS n FROM usage_record u
     LEFT JOIN invoice i ON i.id = u.invoice_id WHERE u.partner_id = $1 GROUP BY 1`,
    [partner.id],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}
const pay = (
  reference: string,
  amount: string,
  event: { billingType?: string; currency?: string; minute?: number } = {},
) => {
  const { billingType = 'marketplace_usage', currency = 'USD', minute = 0 } = event;
  const data = { partner_id: partner.id, reference, billing_type: billingType, amount, currency };
  return storeAndApplyEvent(
    service.deps,
    'generic',
    genericEvent('payment.succeeded', data, new Date(NOW.getTime() - 3_600_000 + minute * 60_000)),
  );
};

test('use that no invoice can bill together with what is unbilled stays billed', async () => {
  await addUsage(service, partner, { quantity: '9999999999999', unit_price: '1' });
  await bill();
  await addUsage(service, partner, { quantity: '1', unit_price: '1' });
  expect(await codeOf(voided(await lastNumber()))).toBe('CONFLICT');
  expect(await billedRecords()).toEqual({ open: 1, none: 1 });
});

test.each([
  [undefined, true],
  [false, false],
  [true, true],
])('with rebill %s, a repeat that asks for the contrary is refused with what stands', async (rebill, stands) => {
  await addUsage(service, partner);
  await bill();
  const number = await lastNumber();
  const input = rebill === undefined ? {} : { rebill };
  await voided(number, input);
  const before = await billedRecords();
  await expect(voided(number, { rebill: !stands })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(stands ? /can be billed again/ : /can't be billed again/),
  });
  for (const repeat of [{}, { rebill: stands }, input])
    expect((await voided(number, repeat)).invoice).toMatchObject({ status: 'void', is_rebilled: stands });
  expect(await billedRecords()).toEqual(before);
});

describe('an invoice over metered use', () => {
  test('leaves its use to the next run, which bills it once', async () => {
    await service.dataSource.query(
      `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
       SELECT $1, 'calls', 1, 1, 'USD', '2031-05-03', now() FROM generate_series(1, 4500)`,
      [partner.id],
    );
    await bill();
    expect(await billedRecords()).toEqual({ open: 4_500 });
    const { invoice } = await voided(await lastNumber(), { reason: 'Wrong address' });
    expect(invoice).toMatchObject({ status: 'void', voided_at: NOW, is_rebilled: true });
    expect(await billedRecords()).toEqual({ none: 4_500 });
    await bill();
    await bill();
    expect(await billedRecords()).toEqual({ open: 4_500 });
    expect(await invoices()).toMatchObject([
      { status: 'void', total_minor: 450_000 },
      { status: 'open', total_minor: 450_000 },
    ]);
    service.setClock(new Date('2031-06-05T00:00:00Z'));
    expect((await voided(invoice.number)).invoice.voided_at).toEqual(NOW);
    expect(await billedRecords()).toEqual({ open: 4_500 });
  });

  test('keeps its use where that is not to be billed again', async () => {
    await addUsage(service, partner);
    await bill();
    await voided(await lastNumber(), { rebill: false });
    await bill();
    expect(await billedRecords()).toEqual({ void: 1 });
  });

  test('refuses a payment that names it after it was voided', async () => {
    await addUsage(service, partner, { unit_price: '10' });
    await bill();
    const number = await lastNumber();
    await voided(number);
    expect(await pay(number, '10.00')).toBe('failed');
    expect(await invoices()).toHaveLength(1);
    await bill();
    expect(await pay(await lastNumber(), '10.00', { minute: 1 })).toBe('applied');
    expect(await invoices()).toMatchObject([{ status: 'void' }, { status: 'paid' }]);
  });

  test('that a payment has named cannot be voided', async () => {
    await addUsage(service, partner, { unit_price: '10' });
    await bill();
    expect(await pay(await lastNumber(), '4.00')).toBe('applied');
    expect(await codeOf(voided(await lastNumber()))).toBe('CONFLICT');
    expect(await billedRecords()).toEqual({ open: 1 });
  });
});

describe('an invoice over an order', () => {
  test('keeps its order, or leaves it to the next backfill on request', async () => {
    await addOrder(service, partner);
    await backfill();
    await voided(await lastNumber());
    await backfill();
    expect(await invoices()).toHaveLength(1);
    await addOrder(service, partner);
    await backfill();
    await voided(await lastNumber(), { rebill: true });
    await backfill();
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'void', 'open']);
  });

  test('that is paid in part cannot be voided', async () => {
    const order = await addOrder(service, partner);
    await backfill();
    expect(await pay(order.reference, '9.90', { billingType: 'token_pack', currency: 'EUR' })).toBe('applied');
    expect(await invoices()).toMatchObject([{ status: 'open', paid_minor: 990 }]);
    expect(await codeOf(voided(await lastNumber()))).toBe('CONFLICT');
  });

  test('whose payment went back cannot be voided either: another invoice would have its payments once more', async () => {
    const order = await addOrder(service, partner);
    await backfill();
    await pay(order.reference, '9.90', { billingType: 'token_pack', currency: 'EUR' });
    const data = { partner_id: partner.id, reference: order.reference, amount: '9.90', currency: 'EUR' };
    await storeAndApplyEvent(service.deps, 'generic', genericEvent('payment.refunded', data, NOW));
    expect(await invoices()).toMatchObject([{ status: 'open', paid_minor: 0, credited_minor: 0 }]);
    await expect(voided(await lastNumber())).rejects.toThrow('even if the money went back');
  });
});

test('voiding and billing at once: all use is billed by one invoice that is not void, or by none', async () => {
  await service.dataSource.query(
    `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
     SELECT $1, 'calls', 1, 1, 'USD', '2031-05-03', now() FROM generate_series(1, 3000)`,
    [partner.id],
  );
  for (let round = 0; round < 6; round += 1) {
    await bill();
    const open = (await invoices()).filter(({ status }) => status === 'open');
    await Promise.all([...open.map(({ number }) => voided(number ?? '')), bill(), bill()]);
    const { open: billed = 0, none = 0, ...others } = await billedRecords();
    expect(others).toEqual({});
    expect(billed + none).toBe(3_000);
  }
  await bill();
  expect(await billedRecords()).toEqual({ open: 3_000 });
  const [sum] = await service.dataSource.query(
    `SELECT sum(total_minor)::int AS total FROM invoice WHERE partner_id = $1 AND status = 'open'`,
    [partner.id],
  );
  expect(sum).toEqual({ total: 300_000 });
});

test('voiding and paying at once: the invoice is either paid or void, and nobody waits for ever', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await addOrder(service, partner);
    await backfill();
    const number = await lastNumber();
    const [payment, outcome] = await Promise.all([
      pay(order.reference, '49.90', { billingType: 'token_pack', currency: 'EUR', minute: round }),
      voided(number, { rebill: round % 2 === 0 }).then(
        () => 'void',
        (error: Error & { code?: string }) => error.code,
      ),
    ]);
    expect(payment).toBe('applied');
    expect(['void', 'CONFLICT']).toContain(outcome);
    const ofOrder = await service.dataSource.query(
      'SELECT i.status FROM customer_order o JOIN invoice i ON i.id = o.invoice_id WHERE o.id = $1',
      [order.id],
    );
    expect(ofOrder).toEqual([{ status: 'paid' }]);
  }
});
