import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { failureSentence, finishJob } from '../claim.ts';
import { OPEN_STATUSES } from '../rules.ts';
import { isSameJob } from '../store.ts';

/** Open analyses whose run may be lost. */
export const listStaleAnalyses = listStale('seo.list_stale', {
  table: 'seo_job',
  open: OPEN_STATUSES,
  startedBy: 'seo.start',
});

/**
 * Fails an open job regardless of claims and releases its credits; false when it had ended, or its id belongs to
 * another row by now.
 */
export const failAnalysis = step({
  name: 'seo.fail',
  input: z.object({ jobId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  async run(deps, call, { jobId, rowKey, reason }) {
    if (!(await isSameJob(deps.db, jobId, rowKey))) return false;
    const outcome = { status: 'failed' as const, error: failureSentence(reason) };
    const failed = await deps.transaction(call, (tx) => finishJob(tx, { jobId, outcome, used: 0, token: null }));
    if (failed) deps.meters.analysisEnded(reason);
    return failed !== null;
  },
});
