import { findRecord, updateRecords } from '../../infra/database/records.ts';
import { pick, queryExists, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer, text } from '../../infra/database/table.ts';
import { buyerOf } from '../billing-identity/rules.ts';
import { findBillingIdentity } from '../billing-identity/store.ts';
import type { Db } from '../kernel/deps.ts';
import { inWords, roundRobin } from '../kernel/sql.ts';
import { type OrderRow, orderTable } from '../orders/table.ts';
import { partnerTable } from '../partners/table.ts';
import { type Billing, type InvoiceDetail, type IssuedInvoice, type JobOutcome, statesBefore } from './rules.ts';
import {
  type InvoiceJobRow,
  type InvoiceRow,
  invoiceJobTable,
  invoiceLineTable,
  invoiceTable,
  issuedInvoice,
} from './table.ts';

const BILLED = { billing_name: text(), ...pick(partnerTable, 'billing_address', 'tax_rate', 'tax_exemption_reason') };
const BILLING =
  'SELECT coalesce(billing_name, name) AS billing_name, billing_address, tax_rate, tax_exemption_reason FROM partner WHERE id = $1';

/** Billing details of a partner. Throws when there is no such partner. */
export async function findBilling(db: Db, partnerId: number): Promise<Billing> {
  return withBuyer(db, partnerId, await queryMaybeRow(db, BILLED, BILLING, [partnerId]));
}

/** The same with the partner's row locked; used to bill usage. */
export async function lockBilling(db: Db, partnerId: number): Promise<Billing> {
  return withBuyer(db, partnerId, await queryMaybeRow(db, BILLED, `${BILLING} FOR NO KEY UPDATE`, [partnerId]));
}

async function withBuyer(db: Db, partnerId: number, billing: Omit<Billing, 'buyer'> | null): Promise<Billing> {
  return { ...onlyOne(billing, `partner ${partnerId}`), buyer: buyerOf(await findBillingIdentity(db, partnerId)) };
}

/** Unbilled orders of a partner that no other transaction has locked, oldest first, with their rows locked. */
export function lockOrdersToInvoice(db: Db, partnerId: number, limit: number): Promise<OrderRow[]> {
  return queryRows(
    db,
    orderTable,
    `SELECT * FROM customer_order WHERE partner_id = $1 AND invoice_id IS NULL ORDER BY id LIMIT $2
     FOR NO KEY UPDATE SKIP LOCKED`,
    [partnerId, limit],
  );
}

/** A locked order with the id of its invoice. Throws when there is none. */
export async function lockOrder(db: Db, orderId: number): Promise<OrderRow> {
  const order = await queryMaybeRow(db, orderTable, 'SELECT * FROM customer_order WHERE id = $1 FOR NO KEY UPDATE', [
    orderId,
  ]);
  return onlyOne(order, `order ${orderId}`);
}

/** An invoice by id with its row locked; null when there is none. */
export async function lockInvoice(db: Db, id: number): Promise<InvoiceRow | null> {
  return queryMaybeRow(db, invoiceTable, 'SELECT * FROM invoice WHERE id = $1 FOR NO KEY UPDATE', [id]);
}

/** Sets what was paid of an invoice, minor units; it is paid when nothing is due. Null when its state does not allow it. */
export async function savePayment(
  db: Db,
  now: Date,
  id: number,
  { paidMinor, excessReturnedMinor }: { paidMinor: number; excessReturnedMinor: number },
): Promise<InvoiceRow | null> {
  return queryMaybeRow(
    db,
    invoiceTable,
    `UPDATE invoice SET paid_minor = $3, excess_returned_minor = $4,
       status = CASE WHEN $3 + credited_minor >= total_minor THEN 'paid' ELSE status END,
       paid_at = CASE WHEN $3 + credited_minor >= total_minor THEN coalesce(paid_at, $1) END, updated_at = $1
     WHERE id = $2 AND (status = 'paid' AND $3 + credited_minor >= total_minor OR status ${inWords(statesBefore('paid'))})
     RETURNING *`,
    [now, id, paidMinor, excessReturnedMinor],
  );
}

/** An invoice by its number; null when there is none. */
export function findInvoice(db: Db, number: string): Promise<IssuedInvoice | null> {
  return findRecord(db, invoiceTable, { number }) as Promise<IssuedInvoice | null>;
}

/** The partner's issued invoice with this number, and the reference of the order that it bills; null when there is none. */
export async function findInvoiceToPay(
  db: Db,
  partnerId: number,
  number: string,
): Promise<(InvoiceRow & { order_reference: string | null }) | null> {
  return queryMaybeRow(
    db,
    { ...invoiceTable.columns, order_reference: orderTable.columns.reference.nullable() },
    `SELECT i.*, o.reference AS order_reference FROM invoice i LEFT JOIN customer_order o ON o.invoice_id = i.id
     WHERE i.number = $2 AND i.partner_id = $1`,
    [partnerId, number],
  );
}

/** An invoice by id; null when there is none. */
export function findInvoiceById(db: Db, id: number): Promise<IssuedInvoice | null> {
  return findRecord(db, invoiceTable, { id }) as Promise<IssuedInvoice | null>;
}

/** The last invoice for metered usage with a period, or a line's, that overlaps the given one; null when there is none. */
export async function findLastOfPeriod(
  db: Db,
  partnerId: number,
  start: string,
  end: string,
): Promise<IssuedInvoice | null> {
  return queryMaybeRow(
    db,
    issuedInvoice,
    `SELECT * FROM invoice i WHERE partner_id = $1 AND billing_type = 'marketplace_usage' AND status <> 'draft'
       AND (period_start <= $3 AND period_end >= $2
            OR EXISTS (SELECT FROM invoice_line l WHERE l.invoice_id = i.id AND l.period_start <= $3 AND l.period_end >= $2))
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [partnerId, start, end],
  );
}

/** Voids an invoice of which nothing was paid or credited; null when its state does not allow it. */
export async function voidInvoiceRow(
  db: Db,
  now: Date,
  { id, isRebilled }: { id: number; isRebilled: boolean },
): Promise<IssuedInvoice | null> {
  return queryMaybeRow(
    db,
    issuedInvoice,
    `UPDATE invoice SET status = 'void', voided_at = $1, is_rebilled = $3, updated_at = $1
     WHERE id = $2 AND status ${inWords(statesBefore('void'))} AND paid_minor = 0 AND credited_minor = 0
       AND NOT EXISTS (SELECT FROM invoice_payment WHERE invoice_id = $2) RETURNING *`,
    [now, id, isRebilled],
  );
}

const PAST_DUE = `status = 'open' AND total_minor > 0 AND due_at < $1`;
const OVERDUE = `${PAST_DUE} AND overdue_published_at IS NULL`;

/** Overdue invoices whose event was not published yet, up to `each` of a partner: the first ones of each come before further ones. */
export function selectOverdue(
  db: Db,
  now: Date,
  { each, limit }: { each: number; limit: number },
): Promise<Pick<InvoiceRow, 'id' | 'partner_id'>[]> {
  return queryRows(
    db,
    pick(invoiceTable, 'id', 'partner_id'),
    roundRobin({
      columns: 'id, partner_id',
      waiting: `SELECT id, partner_id, due_at FROM invoice WHERE ${OVERDUE}`,
      order: 'due_at, id',
      each: '$2',
      limit: '$3',
    }),
    [now, each, limit],
  );
}

/** Marks invoices of a partner as overdue; each is returned once. */
export function markOverdue(
  db: Db,
  now: Date,
  { partnerId, ids }: { partnerId: number; ids: readonly number[] },
): Promise<IssuedInvoice[]> {
  return queryRows(
    db,
    issuedInvoice,
    `UPDATE invoice SET overdue_published_at = $1
     WHERE id = ANY(ARRAY(SELECT id FROM invoice WHERE id = ANY($3) AND partner_id = $2 AND ${OVERDUE} FOR NO KEY UPDATE SKIP LOCKED))
       AND status = 'open' AND overdue_published_at IS NULL RETURNING *`,
    [now, partnerId, ids],
  );
}

/** Open invoices that were due before a moment, in turns by partner. */
export function selectToWriteOff(
  db: Db,
  { dueBefore, limit }: { dueBefore: Date; limit: number },
): Promise<Pick<InvoiceRow, 'id' | 'partner_id'>[]> {
  return queryRows(
    db,
    pick(invoiceTable, 'id', 'partner_id'),
    roundRobin({
      columns: 'id, partner_id',
      waiting: `SELECT id, partner_id, due_at FROM invoice WHERE ${PAST_DUE}`,
      order: 'due_at, id',
      limit: '$2',
    }),
    [dueBefore, limit],
  );
}

/** Writes off invoices of a partner; each is returned once. */
export function writeOffInvoices(
  db: Db,
  now: Date,
  { partnerId, ids }: { partnerId: number; ids: readonly number[] },
): Promise<IssuedInvoice[]> {
  return queryRows(
    db,
    issuedInvoice,
    `UPDATE invoice SET status = 'uncollectible', written_off_at = $1,
       written_off_minor = total_minor - paid_minor - credited_minor, updated_at = $1
     WHERE id = ANY(ARRAY(SELECT id FROM invoice WHERE id = ANY($3) AND partner_id = $2 AND status = 'open'
                          FOR NO KEY UPDATE SKIP LOCKED))
       AND status ${inWords(statesBefore('uncollectible'))} RETURNING *`,
    [now, partnerId, ids],
  );
}

function onlyOne<Row>(row: Row | null, what: string): Row {
  if (row === null) throw new Error(`There is no ${what}.`);
  return row;
}

/** An invoice with all its lines; an export reads them in batches. */
export async function withLines(db: Db, invoice: IssuedInvoice): Promise<InvoiceDetail> {
  const ordered = 'SELECT * FROM invoice_line WHERE invoice_id = $1 ORDER BY position';
  return { invoice, lines: await queryRows(db, invoiceLineTable, ordered, [invoice.id]) };
}

/** Fields of a new job. */
export type NewJob = Pick<InvoiceJobRow, 'row_key' | 'partner_id'> &
  (
    | { kind: 'marketplace'; period_start: string; period_end: string; includes_late: boolean; max_orders: null }
    | { kind: 'backfill'; period_start: null; period_end: null; includes_late: false; max_orders: number }
  );

/** Inserts a running job; null when the job is a backfill and the partner has one running. */
export async function insertJob(db: Db, now: Date, job: NewJob): Promise<InvoiceJobRow | null> {
  return queryMaybeRow(
    db,
    invoiceJobTable,
    `INSERT INTO invoice_job (row_key, partner_id, kind, period_start, period_end, includes_late, max_orders, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $8, $1, $1)
     ON CONFLICT (partner_id) WHERE kind = 'backfill' AND status = 'running' DO NOTHING RETURNING *`,
    [now, job.row_key, job.partner_id, job.kind, job.period_start, job.period_end, job.includes_late, job.max_orders],
  );
}

/** A job by id; null when there is none. */
export function findJob(db: Db, id: number): Promise<InvoiceJobRow | null> {
  return findRecord(db, invoiceJobTable, { id });
}

/** Whether a job is running that bills all usage of a partner up to the end of a period. */
export function isBilling(
  db: Db,
  { partnerId, periodEnd }: { partnerId: number; periodEnd: string },
): Promise<boolean> {
  return queryExists(
    db,
    `SELECT FROM invoice_job
     WHERE partner_id = $1 AND kind = 'marketplace' AND status = 'running' AND includes_late AND period_end = $2`,
    [partnerId, periodEnd],
  );
}

/** The partner's running backfill; null when there is none. */
export function findRunningBackfill(db: Db, partnerId: number): Promise<InvoiceJobRow | null> {
  const running = { partner_id: partnerId, kind: 'backfill', status: 'running' } as const;
  return findRecord(db, invoiceJobTable, running);
}

/** A running job with its row locked; null when it has ended, or a later row has its id. */
export async function lockRunningJob(db: Db, id: number, rowKey: string): Promise<InvoiceJobRow | null> {
  return queryMaybeRow(
    db,
    invoiceJobTable,
    `SELECT * FROM invoice_job WHERE id = $1 AND row_key = $2 AND status = 'running' FOR NO KEY UPDATE`,
    [id, rowKey],
  );
}

/** Ends a job whose row is locked; as failed when there is an error message for the partner. */
export async function endJob(db: Db, now: Date, id: number, error: string | null): Promise<void> {
  const status = error === null ? 'completed' : 'failed';
  await updateRecords(db, invoiceJobTable, { id }, { status, error, completed_at: now, updated_at: now });
}

/** Updates the job's `updated_at`, so that it does not count as stale. */
export async function touchJob(db: Db, now: Date, id: number): Promise<void> {
  await updateRecords(db, invoiceJobTable, { id }, { updated_at: now });
}

/** Number of invoices that a job has created. */
export async function countInvoicesOfJob(db: Db, jobId: number): Promise<number> {
  const row = await queryMaybeRow(
    db,
    { made: integer() },
    'SELECT count(*)::int AS made FROM invoice WHERE job_id = $1',
    [jobId],
  );
  return row?.made ?? 0;
}

/** Numbers of the invoices that a job has created, in order. */
export async function outcomeOf(db: Db, job: InvoiceJobRow): Promise<JobOutcome> {
  const rows = await queryRows(
    db,
    { number: invoiceTable.columns.number.present() },
    'SELECT number FROM invoice WHERE job_id = $1 ORDER BY id',
    [job.id],
  );
  return { job, invoiceNumbers: rows.map(({ number }) => number) };
}
