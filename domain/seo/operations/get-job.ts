import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { finishOverdue } from '../in-request.ts';
import { ageHours, isOpen, SEO_CAPABILITY, subjectOf } from '../rules.ts';
import { seoJobParams } from '../schema.ts';
import { findLastCompleted } from '../store.ts';
import type { SeoJobRow } from '../table.ts';
import { ownSeoJob } from '../target.ts';

/** A job; while it is open, with the last result for its subject. */
export interface SeoJobState {
  job: SeoJobRow;
  stale: { job: SeoJobRow; ageHours: number } | null;
}

/** A job with its result. One that has been open for too long is run within this request. */
export const getSeoJob = operation({
  name: 'seo.get-job',
  permission: 'view_companies',
  params: seoJobParams,
  target: ownSeoJob,
  // It shows the score, and may run the analysis.
  capability: () => SEO_CAPABILITY,
  input: nothing,
  run,
});

async function run(deps: Deps, call: Call, _input: unknown, found: SeoJobRow): Promise<SeoJobState> {
  const job = await finishOverdue(deps, call, found);
  const last = isOpen(job.status) ? await findLastCompleted(deps.db, subjectOf(job)) : null;
  if (!last?.completed_at) return { job, stale: null };
  return { job, stale: { job: last, ageHours: ageHours(last.completed_at, deps.clock.now()) } };
}
