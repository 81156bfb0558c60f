import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { createWakeUp } from '../kernel/wake-up.ts';
import { findJob, outcomeOf } from './job-store.ts';
import { invoiceJobTopic } from './rules.ts';
import type { InvoiceJobRow } from './table.ts';
import type { JobOutcome } from './types.ts';

/** A request waits this long for its invoices. */
const WAIT_LIMIT_MS = 25_000;
/** A lost wake-up call costs no more than this. */
const POLL_INTERVAL_MS = 1_000;

/**
 * Waits for the end of a job; returns what it has made, so far when it takes too long or the process is to stop. Throws SERVER_ERROR
 * where it has failed.
 */
export async function awaitJob(deps: Deps, { id }: Pick<InvoiceJobRow, 'id'>): Promise<JobOutcome> {
  // Without the request's signal: a client that leaves aborts nothing.
  const patience = AbortSignal.any([AbortSignal.timeout(WAIT_LIMIT_MS), deps.stopping]);
  const wakeUp = createWakeUp(patience);
  const unsubscribe = deps.notifications.subscribe(invoiceJobTopic(id), wakeUp.wake);
  try {
    for (;;) {
      const job = await findJob(deps.db, id);
      if (!job) throw notFound('Job');
      if (job.status === 'failed') throw new AppError('SERVER_ERROR', job.error ?? 'The invoices could not be made.');
      if (job.status !== 'running' || patience.aborted) return await outcomeOf(deps.db, job);
      await wakeUp.wait(POLL_INTERVAL_MS);
    }
  } finally {
    unsubscribe();
  }
}
