import { createBell } from '../kernel/bell.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { runAnalysis } from './operations/run-analysis.ts';
import { isOpen, overdueBefore, seoJobTopic } from './rules.ts';
import { findJob } from './store.ts';
import type { SeoJobRow } from './types.ts';

/** A request waits this long for the analysis it wants; then its job is left to the worker. */
const WAIT_LIMIT_MS = 25_000;
/** A lost wake-up call costs no more than this. */
const LOOK_AGAIN_MS = 2_000;

/** Carries a job out that no worker has finished in time, unless another request is at it; returns the job as it is then. */
export async function finishOverdue(deps: Deps, call: Call, job: SeoJobRow): Promise<SeoJobRow> {
  const createdBefore = overdueBefore(deps.clock.now());
  if (!isOpen(job.status) || job.created_at > createdBefore) return job;
  await runAnalysis(deps, unheeding(call), { jobId: job.id, createdBefore });
  return reread(deps, job);
}

/** Carries a job out, or waits for who does; it is still open when that takes too long. */
export async function finishNow(deps: Deps, call: Call, job: SeoJobRow): Promise<SeoJobRow> {
  const patience = AbortSignal.timeout(WAIT_LIMIT_MS);
  const bell = createBell(patience);
  const unsubscribe = deps.notifications.subscribe(seoJobTopic(job.id), bell.ring);
  try {
    for (;;) {
      const { waitMs } = await runAnalysis(deps, unheeding(call), { jobId: job.id });
      if (waitMs === null || patience.aborted) return await reread(deps, job);
      await bell.wait(Math.min(waitMs + 1, LOOK_AGAIN_MS));
    }
  } finally {
    unsubscribe();
  }
}

/** A client that leaves aborts nothing: the work is the job's, and somebody else may wait for it. */
function unheeding(call: Call): Call {
  return { ...call, signal: new AbortController().signal };
}

async function reread(deps: Deps, job: SeoJobRow): Promise<SeoJobRow> {
  return (await findJob(deps.db, job.id)) ?? job;
}
