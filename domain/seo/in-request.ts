import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { isOpen, overdueBefore, seoJobTopic } from './rules.ts';
import { runAnalysis } from './steps/run-analysis.ts';
import { findJob } from './store.ts';
import type { SeoJobRow } from './table.ts';

/**
 * Runs a job that no worker has finished in time, unless another request already does; returns the job's current row.
 */
export async function finishOverdue(deps: Deps, call: Call, job: SeoJobRow): Promise<SeoJobRow> {
  const createdBefore = overdueBefore(deps.clock.now());
  if (!isOpen(job.status) || job.created_at > createdBefore) return job;
  await perform(deps, runAnalysis, { jobId: job.id, createdBefore: createdBefore.toISOString() }, attemptOf(call));
  return reread(deps, job);
}

/**
 * Runs a job, or waits for the process that runs it. If that takes too long, the job is returned open and left to the
 * worker.
 */
export async function finishNow(deps: Deps, call: Call, job: SeoJobRow): Promise<SeoJobRow> {
  await waitFor(deps, { topic: seoJobTopic(job.id) }, async () => {
    const { waitMs } = await perform(deps, runAnalysis, { jobId: job.id }, attemptOf(call));
    return { found: null, hasEnded: waitMs === null, ...(waitMs !== null && { lookAgainMs: waitMs + 1 }) };
  });
  return reread(deps, job);
}

/**
 * Not bound to the request's signal: a client that disconnects must not abort the job, since others may wait for it.
 */
function attemptOf({ requestId }: Call): { requestId: string } {
  return { requestId };
}

async function reread(deps: Deps, job: SeoJobRow): Promise<SeoJobRow> {
  return (await findJob(deps.db, job.id)) ?? job;
}
