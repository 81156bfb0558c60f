import type { Tx } from '../kernel/deps.ts';
import { endJob, lockRunningJob } from './job-store.ts';
import { invoiceJobTopic } from './rules.ts';
import type { InvoiceJobRow } from './table.ts';

/** Which job; the key tells it from a later one under the same number, once a database was restored. */
export interface JobReference {
  jobId: number;
  rowKey: string;
}

/** A running job with its row locked; null when it has ended. */
export function lockJob(tx: Tx, { jobId, rowKey }: JobReference): Promise<InvoiceJobRow | null> {
  return lockRunningJob(tx.em, jobId, rowKey);
}

/** Ends a job whose row is locked, with a sentence for the partner where it has failed. */
export async function finishJob(tx: Tx, { id }: InvoiceJobRow, error: string | null = null): Promise<void> {
  await endJob(tx.em, tx.now, id, error);
  tx.notify(invoiceJobTopic(id));
}
