import { findRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type InvoiceJobRow, invoiceJobTable, invoiceTable } from './table.ts';
import type { JobOutcome } from './types.ts';

/** Fields of a new job. */
export type NewJob = Pick<InvoiceJobRow, 'row_key' | 'partner_id'> &
  (
    | { kind: 'marketplace'; period_start: string; period_end: string; max_orders: null }
    | { kind: 'backfill'; period_start: null; period_end: null; max_orders: number }
  );

/** Inserts a running job; null when the job is a backfill and the partner has one running. */
export async function insertJob(db: Db, now: Date, job: NewJob): Promise<InvoiceJobRow | null> {
  return queryMaybeRow(
    db,
    invoiceJobTable,
    `INSERT INTO invoice_job (row_key, partner_id, kind, period_start, period_end, max_orders, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $1, $1)
     ON CONFLICT (partner_id) WHERE kind = 'backfill' AND status = 'running' DO NOTHING RETURNING *`,
    [now, job.row_key, job.partner_id, job.kind, job.period_start, job.period_end, job.max_orders],
  );
}

/** A job by id; null when there is none. */
export function findJob(db: Db, id: number): Promise<InvoiceJobRow | null> {
  return findRecord(db, invoiceJobTable, { id });
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
