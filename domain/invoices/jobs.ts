import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import { workChanged } from '../kernel/change-events.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { recordId } from '../kernel/schema.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { invoiceJobTopic, type JobOutcome } from './rules.ts';
import { endJob, findJob, findRunningBackfill, insertJob, lockRunningJob, type NewJob, outcomeOf } from './store.ts';
import type { InvoiceJobRow } from './table.ts';

/** A period of UTC days, both inclusive. */
export interface Period {
  start: string;
  end: string;
}

/** Enqueues the billing of a period's usage. */
export function acceptBilling(deps: Deps, call: Call, { start, end }: Period): Promise<InvoiceJobRow> {
  const partnerId = partnerOf(call);
  return deps.transaction(call, async (tx) => {
    const job = await addBilling(deps, tx, { partnerId, requestId: call.requestId, period: { start, end } });
    tx.audit({ type: 'invoice_job', id: job.id });
    tx.made({ type: 'invoice_job', id: job.id });
    return job;
  });
}

/** A partner's usage to bill: that of a period and, with `includesLate`, what earlier invoices left. */
interface BillingRequest {
  partnerId: number;
  requestId: string;
  period: Period;
  includesLate?: boolean;
}

/** Inserts a job that bills a partner's usage, and enqueues it. */
export async function addBilling(
  deps: Deps,
  tx: Tx,
  { partnerId, requestId, period, includesLate = false }: BillingRequest,
): Promise<InvoiceJobRow> {
  const job = await add(deps, tx, {
    partner_id: partnerId,
    kind: 'marketplace',
    period_start: period.start,
    period_end: period.end,
    includes_late: includesLate,
    max_orders: null,
  });
  if (!job) throw new Error('The job was not added.');
  tx.enqueue({ kind: 'invoices.bill_usage', jobId: job.id, rowKey: job.row_key, partnerId, requestId });
  return job;
}

/** Enqueues a backfill, or joins the one that is running. */
export async function acceptBackfill(deps: Deps, call: Call, maxOrders: number): Promise<InvoiceJobRow> {
  const partnerId = partnerOf(call);
  // The running one may end between the two reads; then try again.
  for (;;) {
    const accepted = await deps.transaction(call, async (tx) => {
      const added = await add(deps, tx, {
        partner_id: partnerId,
        kind: 'backfill',
        period_start: null,
        period_end: null,
        includes_late: false,
        max_orders: maxOrders,
      });
      if (added) {
        const { id: jobId, row_key: rowKey } = added;
        tx.enqueue({ kind: 'invoices.backfill', jobId, rowKey, partnerId, requestId: call.requestId });
        tx.audit({ type: 'invoice_job', id: jobId });
      }
      const job = added ?? (await findRunningBackfill(tx.em, partnerId));
      if (job) tx.made({ type: 'invoice_job', id: job.id });
      return job;
    });
    if (accepted) return accepted;
  }
}

function add(
  { ids }: Deps,
  tx: Tx,
  job: NewJob extends infer Each ? (Each extends unknown ? Omit<Each, 'row_key'> : never) : never,
): Promise<InvoiceJobRow | null> {
  return insertJob(tx.em, tx.now, { ...job, row_key: ids.uuid() } as NewJob);
}

/**
 * Waits for the end of a job; returns the invoices it has created, or those so far when the wait ends first or the
 * process stops. Throws SERVER_ERROR when the job failed and has created none; `job.error` says what it could not create.
 */
export async function awaitJob(deps: Deps, { id }: Pick<InvoiceJobRow, 'id'>): Promise<JobOutcome> {
  const job = await waitFor(deps, { topic: invoiceJobTopic(id) }, async () => {
    const found = await findJob(deps.db, id);
    if (!found) throw notFound('Job');
    return { found, hasEnded: found.status !== 'running' };
  });
  const outcome = await outcomeOf(deps.db, job);
  const failure = jobFailure(outcome);
  if (failure) throw failure;
  return outcome;
}

/** 500 for a job that failed and has created no invoice; undefined for others. */
export function jobFailure({ job, invoiceNumbers }: JobOutcome): AppError | undefined {
  if (job.status !== 'failed' || invoiceNumbers.length > 0) return undefined;
  return new AppError('SERVER_ERROR', job.error ?? 'The invoices could not be made.');
}

/** A job by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface JobReference {
  jobId: number;
  rowKey: string;
}

/** Locks the row of a running job; null when the job has ended. */
export function lockJob(tx: Tx, { jobId, rowKey }: JobReference): Promise<InvoiceJobRow | null> {
  return lockRunningJob(tx.em, jobId, rowKey);
}

/** Ends a job whose row is locked; `error` is the message for the partner when it failed. */
export async function finishJob(
  tx: Tx,
  { id, kind, partner_id }: InvoiceJobRow,
  error: string | null = null,
): Promise<void> {
  await endJob(tx.em, tx.now, id, error);
  tx.notify(invoiceJobTopic(id));
  if (kind === 'backfill') tx.emit(workChanged(partner_id, 'invoice-backfill', id));
}

/** A job by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export const jobReference = z.object({ jobId: recordId, rowKey: z.string() });
