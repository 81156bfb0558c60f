import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { findJob, outcomeOf } from './job-store.ts';
import { invoiceJobTopic } from './rules.ts';
import type { InvoiceJobRow } from './table.ts';
import type { JobOutcome } from './types.ts';

/**
 * Waits for the end of a job; returns what it has made, so far when it takes too long or the process is to stop. Throws SERVER_ERROR
 * where it has failed.
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
