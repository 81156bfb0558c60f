import type { Tx } from '../kernel/deps.ts';
import { endJob, lockRunningJob } from './job-store.ts';
import { invoiceJobTopic } from './rules.ts';
import type { InvoiceJobRow } from './table.ts';

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
export async function finishJob(tx: Tx, { id }: InvoiceJobRow, error: string | null = null): Promise<void> {
  await endJob(tx.em, tx.now, id, error);
  tx.notify(invoiceJobTopic(id));
}
