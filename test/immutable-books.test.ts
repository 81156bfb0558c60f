import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { auditLogTable } from '../domain/audit-log/table.ts';
import { creditEntryTable } from '../domain/credits/table.ts';
import { insertDrafts, issueDrafts } from '../domain/invoices/draft-store.ts';
import { creditOrder, draftOf, payOrderInvoice } from '../domain/invoices/for-order.ts';
import { statesBefore } from '../domain/invoices/rules.ts';
import { findBilling } from '../domain/invoices/store.ts';
import {
  creditNoteLineTable,
  creditNoteTable,
  INVOICE_STATUSES,
  type InvoiceStatus,
  invoiceLineTable,
  invoicePaymentTable,
  invoiceTable,
} from '../domain/invoices/table.ts';
import { NO_INVOICING } from '../domain/kernel/invoicing.ts';
import { perform } from '../domain/kernel/step.ts';
import { purgeTable } from '../domain/retention/steps/purge-table.ts';
import { addOrder } from './environment/orders.ts';
import { plant } from './environment/plant.ts';
import { startTestService, type TestService } from './environment/service.ts';

jest.setTimeout(120_000);

let service: TestService;
let query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  query = (sql, values) => service.dataSource.query(sql, values);
  const partner = await service.createPartner();
  partnerId = partner.id;
  const order = await addOrder(service, partner);
  await service.deps.transaction(service.admin, async (tx) => {
    await payOrderInvoice(tx, tx.now, order, NO_INVOICING);
    await creditOrder(tx, tx.now, { order, amountMinor: 90, reference: 'r', reason: 'x' });
  });
  await query(
    `INSERT INTO credit_entry (partner_id, kind, amount, reference, day, created_at)
     VALUES ($1, 'grant', 1, 'x', current_date, now())`,
    [partnerId],
  );
});
afterAll(() => service.stop());

const REFUSED = { code: '23001' };

/** Columns of an issued invoice that say how far it was paid. */
const SETTLED = [
  'status',
  'paid_minor',
  'credited_minor',
  'excess_returned_minor',
  'paid_at',
  'updated_at',
  'job_id',
  'overdue_published_at',
  'written_off_at',
  'written_off_minor',
];
const TABLES = [
  { table: creditEntryTable, changeable: [] },
  { table: creditNoteTable, changeable: [] },
  { table: creditNoteLineTable, changeable: [] },
  { table: invoiceLineTable, changeable: [] },
  { table: invoicePaymentTable, changeable: [] },
  { table: auditLogTable, changeable: [] },
  { table: invoiceTable, changeable: SETTLED },
].map(({ table, changeable }) => ({ name: table.name, columns: Object.keys(table.columns), changeable }));

describe.each(TABLES)('the rows of $name', ({ name, columns, changeable }) => {
  test('are there to be tried', async () => {
    expect(await query(`SELECT count(*)::int AS rows FROM ${name}`)).not.toEqual([{ rows: 0 }]);
  });

  const fixed = columns.filter((column) => !(changeable as string[]).includes(column));

  test.each(fixed)('keep their %s', async (column) => {
    // A value of the column's type that differs from the one that is there.
    const [type] = await query(
      'SELECT data_type FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
      [name, column],
    );
    const other: Record<string, string> = {
      bigint: `coalesce(${column}, 0) + 1`,
      integer: `coalesce(${column}, 0) + 1`,
      numeric: `coalesce(${column}, 0) + 1`,
      date: `coalesce(${column}, current_date) + 1`,
      'timestamp with time zone': `coalesce(${column}, now()) + interval '1 day'`,
      jsonb: `'{"other": true}'`,
      boolean: `NOT ${column}`,
    };
    const value = other[String(type?.['data_type'])] ?? `'x'`;
    // Some values are refused by a constraint before the trigger sees them.
    await expect(query(`UPDATE ${name} SET ${column} = ${value}`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(23001|235..|428C9)$/),
    });
  });

  test('cannot be deleted, nor truncated, but for the retention of the audit log', async () => {
    await expect(query(`DELETE FROM ${name}`)).rejects.toMatchObject(REFUSED);
    await expect(query(`TRUNCATE ${name} CASCADE`)).rejects.toMatchObject(REFUSED);
    const byRetention = `WITH mark AS MATERIALIZED (SELECT set_config('marketwright.retention', '${name}', true)) SELECT count(*) FROM mark`;
    const deleted = service.dataSource.transaction(async (em) => {
      await em.query(byRetention);
      await em.query(`DELETE FROM ${name}`);
      throw new Error('deleted');
    });
    await expect(deleted).rejects.toMatchObject(name === 'audit_log' ? { message: 'deleted' } : REFUSED);
  });
});

test('the audit log expires', async () => {
  await query(
    `INSERT INTO audit_log (actor_kind, action, resource_type, resource_id, request_id, created_at)
     VALUES ('system', 'x', 'x', 'old', 'x', now() - interval '2000 days')`,
  );
  expect(await perform(service.deps, purgeTable, { table: 'audit_log' })).toEqual({ deleted: 1 });
  expect(await perform(service.deps, purgeTable, { table: 'audit_log' })).toEqual({ deleted: 0 });
  await expect(query('DELETE FROM audit_log')).rejects.toMatchObject(REFUSED);
});

describe('an issued invoice', () => {
  const pairs = INVOICE_STATUSES.filter((status) => status !== 'draft').flatMap((from) =>
    INVOICE_STATUSES.filter((to) => to !== from && to !== 'draft').map((to): [InvoiceStatus, InvoiceStatus] => [
      from,
      to,
    ]),
  );

  test.each(pairs)('that is %s becomes %s only where the rules say so', async (from, to) => {
    const paidAt = (status: string) => (status === 'paid' ? 'now()' : 'NULL');
    await plant(service.dataSource, `UPDATE invoice SET status = '${from}', paid_at = ${paidAt(from)}`);
    const changed = query(`UPDATE invoice SET status = '${to}', paid_at = ${paidAt(to)}`);
    if (statesBefore(to).includes(from)) await changed;
    else await expect(changed).rejects.toMatchObject(REFUSED);
  });

  test('gets no more lines', async () => {
    const added = query(
      `INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate, tax_minor)
       SELECT id, 99, 'More', 1, 1, 1, 0, 0 FROM invoice LIMIT 1`,
    );
    await expect(added).rejects.toMatchObject(REFUSED);
  });

  test('over nothing is paid at its issue', async () => {
    const partner = await service.createPartner();
    const order = await addOrder(service, partner, { amount_minor: 0 });
    await service.deps.transaction(service.admin, async (tx) => {
      const billing = await findBilling(tx.em, partner.id);
      const draft = draftOf(order, { billing, invoicing: NO_INVOICING, jobId: null });
      await issueDrafts(tx.em, tx.now, await insertDrafts(tx.em, tx.now, [draft]));
    });
    const find = () =>
      query('SELECT status, paid_minor, paid_at, issued_at FROM invoice WHERE partner_id = $1', [partner.id]);
    const [invoice] = await find();
    expect(invoice).toMatchObject({ status: 'paid', paid_minor: 0, paid_at: invoice?.['issued_at'] });
    await service.deps.transaction(service.admin, (tx) => payOrderInvoice(tx, tx.now, order, NO_INVOICING));
    expect(await find()).toEqual([invoice]);
  });
});

test('numbers are in the order of the issue, whichever transaction began first', async () => {
  const partner = await service.createPartner();
  const [early, late] = [await addOrder(service, partner), await addOrder(service, partner)];
  const issue = (order: typeof early) =>
    service.deps.transaction(service.admin, (tx) => payOrderInvoice(tx, tx.now, order, NO_INVOICING));
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = service.deps.transaction(service.admin, async (tx) => {
    began.resolve();
    await goOn.promise;
    await payOrderInvoice(tx, tx.now, early, NO_INVOICING);
    await creditOrder(tx, tx.now, { order: early, amountMinor: 1, reference: 'slow', reason: 'x' });
  });
  await began.promise;
  const now = service.deps.clock.now();
  service.setClock(new Date(now.getTime() + 5_000));
  await issue(late);
  await service.deps.transaction(service.admin, (tx) =>
    creditOrder(tx, tx.now, { order: late, amountMinor: 1, reference: 'quick', reason: 'x' }),
  );
  service.setClock(undefined);
  goOn.resolve();
  await slow;
  for (const [table, time] of [
    ['invoice', 'issued_at'],
    ['credit_note', 'created_at'],
  ]) {
    const rows = await query(`SELECT number FROM ${table} WHERE number IS NOT NULL ORDER BY ${time}, number`);
    const numbers = rows.map(({ number }) => String(number));
    expect(numbers).toEqual([...numbers].sort());
  }
  const [counted] = await query(
    `SELECT count(*)::int AS n FROM invoice one JOIN invoice other ON one.number < other.number AND one.issued_at > other.issued_at`,
  );
  expect(counted).toEqual({ n: 0 });
});
