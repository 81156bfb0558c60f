import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { findJob, outcomeOf } from './job-store.ts';
import { invoiceJobTopic } from './rules.ts';
import type { InvoiceJobRow } from './table.ts';
import type { JobOutcome } from './types.ts';

/**
 * Waits for the end of a job; returns the invoices it has created, or those so far when the wait ends first or the
 * process stops. Throws SERVER_ERROR when the job failed.
 */
export async function awaitJob(deps: Deps, { id }: Pick<InvoiceJobRow, 'id'>): Promise<JobOutcome> {
  const job = await waitFor(deps, { topic: invoiceJobTopic(id) }, async () => {
    const found = await findJob(deps.db, id);
    if (!found) throw notFound('Job');
    return { found, hasEnded: found.status !== 'running' };
  });
  if (job.status === 'failed') throw new AppError('SERVER_ERROR', job.error ?? 'The invoices could not be made.');
  return outcomeOf(deps.db, job);
}
