import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addOrder } from '../../test/environment/orders.ts';
import { plant } from '../../test/environment/plant.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { systemCall } from '../kernel/call.ts';
import { NO_INVOICING } from '../kernel/invoicing.ts';
import type { OrderRow } from '../orders/table.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';
import type { Partner } from '../partners/types.ts';
import { creditOrder, type OrderRefund, payOrderInvoice } from './for-order.ts';
import type { CreditNoteRow, InvoiceLineRow, InvoiceRow } from './table.ts';

jest.setTimeout(60_000);

const NOW = new Date('2031-05-04T10:00:00Z');

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(NOW);
  partner = await service.createPartner();
});
afterAll(() => service.stop());

const pay = (order: OrderRow): Promise<InvoiceRow> =>
  service.deps.transaction(systemCall('test'), (tx) => payOrderInvoice(tx, tx.now, order, NO_INVOICING));
const credit = (order: OrderRow, amountMinor: number, reference: string): Promise<CreditNoteRow | null> => {
  const refund: OrderRefund = { order, amountMinor, reference, reason: 'Taken back' };
  return service.deps.transaction(systemCall('test'), (tx) => creditOrder(tx, tx.now, refund));
};
const setTaxRate = (taxRate: string) =>
  service.run(service.admin, updatePartner, { params: { partner_id: partner.id }, input: { tax_rate: taxRate } });
const invoices = (): Promise<InvoiceRow[]> =>
  service.dataSource.query('SELECT * FROM invoice WHERE partner_id = $1 ORDER BY id', [partner.id]);
const setStatus = ({ id }: InvoiceRow, status: string) =>
  plant(service.dataSource, 'UPDATE invoice SET status = $2, paid_at = NULL, paid_minor = 0 WHERE id = $1', [
    id,
    status,
  ]);

describe('paying', () => {
  test('creates, issues and pays the invoice of an order', async () => {
    const order = await addOrder(service, partner);
    const invoice = await pay(order);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^INV-2031-\d{6}$/),
      status: 'paid',
      billing_type: 'token_pack',
      billing_name: 'Acme',
      currency: 'EUR',
      subtotal_minor: 4990,
      tax_minor: 0,
      total_minor: 4990,
      paid_minor: 4990,
      issued_at: NOW,
      paid_at: NOW,
      due_at: new Date('2031-06-03T10:00:00Z'),
    });
    const lines: InvoiceLineRow[] = await service.dataSource.query('SELECT * FROM invoice_line WHERE invoice_id = $1', [
      invoice.id,
    ]);
    expect(lines).toMatchObject([
      { position: 1, description: '500 credits', amount_minor: 4990, reference: order.reference },
    ]);
  });

  test('does nothing on a repeat, also with many at the same time', async () => {
    const order = await addOrder(service, partner);
    const paid = await Promise.all(Array.from({ length: 8 }, () => pay(order)));
    expect(new Set(paid.map(({ number }) => number)).size).toBe(1);
    expect(await invoices()).toHaveLength(1);
  });

  test('pays a written-off invoice, and creates a new one for a voided one', async () => {
    const order = await addOrder(service, partner);
    const first = await pay(order);
    await setStatus(first, 'uncollectible');
    expect(await pay(order)).toMatchObject({ id: first.id, status: 'paid' });
    await setStatus(first, 'void');
    expect((await pay(order)).id).not.toBe(first.id);
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('adds the tax, or takes it out of an amount that includes it', async () => {
    await setTaxRate('0.19');
    expect(await pay(await addOrder(service, partner, { amount_minor: 10_000 }))).toMatchObject({
      subtotal_minor: 10_000,
      tax_minor: 1900,
      total_minor: 11_900,
      paid_minor: 11_900,
    });
    expect(await pay(await addOrder(service, partner, { amount_minor: 10_000, tax_included: true }))).toMatchObject({
      subtotal_minor: 8403,
      tax_minor: 1597,
      total_minor: 10_000,
    });
  });

  test('numbers by year in UTC, from 1, without gaps when a transaction fails', async () => {
    service.setClock(new Date('2032-12-31T23:59:59.999Z'));
    const before = await pay(await addOrder(service, partner));
    const lost = await addOrder(service, partner);
    const failing = service.deps.transaction(systemCall('test'), async (tx) => {
      await payOrderInvoice(tx, tx.now, lost, NO_INVOICING);
      throw new Error('Not this time.');
    });
    await expect(failing).rejects.toThrow('Not this time.');
    const last = await pay(await addOrder(service, partner));
    service.setClock(new Date('2033-01-01T00:00:00.000Z'));
    const first = await pay(await addOrder(service, partner));
    expect([before, last, first].map(({ number }) => number)).toEqual([
      'INV-2032-000001',
      'INV-2032-000002',
      'INV-2033-000001',
    ]);
  });
});

describe('crediting', () => {
  test('creates a note for a refund, once', async () => {
    const order = await addOrder(service, partner);
    await pay(order);
    const notes = await Promise.all(Array.from({ length: 5 }, () => credit(order, 1000, 're_1')));
    expect(new Set(notes.map((note) => note?.number)).size).toBe(1);
    expect(notes[0]).toMatchObject({
      number: expect.stringMatching(/^CN-2031-\d{6}$/),
      amount_minor: 1000,
      tax_minor: 0,
    });
    expect(await invoices()).toMatchObject([{ status: 'paid', paid_minor: 4990, credited_minor: 1000 }]);
  });

  test('never credits more than was paid, and the parts have the tax of the whole', async () => {
    await setTaxRate('0.19');
    const order = await addOrder(service, partner, { amount_minor: 1001 });
    const invoice = await pay(order);
    const notes = [
      await credit(order, 333, 'a'),
      await credit(order, 333, 'b'),
      await credit(order, 9_999_999, 'c'),
      await credit(order, 1, 'd'),
    ];
    expect(notes.map((note) => note?.amount_minor)).toEqual([333, 333, 525, undefined]);
    expect(notes.reduce((sum, note) => sum + (note?.tax_minor ?? 0), 0)).toBe(invoice.tax_minor);
  });

  test('creates none for an unpaid order', async () => {
    expect(await credit(await addOrder(service, partner), 100, 're_2')).toBeNull();
  });
});

test('the totals that lists and summaries read match the invoices', async () => {
  const order = await addOrder(service, partner);
  await pay(order);
  await credit(order, 90, 're_3');
  const totals = await service.dataSource.query(
    `SELECT status, sum(n)::int AS n, sum(total_minor)::int AS total, sum(paid_minor)::int AS paid, sum(credited_minor)::int AS credited
     FROM invoice_total WHERE partner_id = $1 GROUP BY status HAVING sum(n) <> 0`,
    [partner.id],
  );
  expect(totals).toEqual([{ status: 'paid', n: 1, total: 4990, paid: 4900, credited: 90 }]);
});
