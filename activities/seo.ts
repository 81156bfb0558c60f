import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { systemCall } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { failAnalysis } from '../domain/seo/operations/fail-analysis.ts';
import { runAnalysis } from '../domain/seo/operations/run-analysis.ts';
import { isSameJob } from '../domain/seo/store.ts';
import type { SeoTransitions, SeoWork } from '../workflows/contracts/seo-analysis.ts';

/** Analyses listings. */
export function createSeoWork(deps: Deps): SeoWork {
  return {
    runSeoAnalysis: ({ jobId, rowKey }) =>
      runAnalysis(deps, systemCall(activityInfo().activityType, cancellationSignal()), { jobId, rowKey }),
  };
}

/** Short transitions, run as local activities. */
export function createSeoTransitions(deps: Deps): SeoTransitions {
  return {
    failSeoAnalysis: async ({ jobId, rowKey, reason }) =>
      (await isSameJob(deps.db, jobId, rowKey)) && failAnalysis(deps, systemCall('failSeoAnalysis'), jobId, reason),
  };
}
