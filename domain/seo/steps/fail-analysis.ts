import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { failureMessage } from '../failure-messages.ts';
import { finishJob } from '../finish.ts';
import { isSameJob } from '../store.ts';

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
    const outcome = { status: 'failed' as const, error: failureMessage(reason) };
    const failed = await deps.transaction(call, (tx) => finishJob(tx, { jobId, outcome, used: 0, token: null }));
    if (failed) deps.meters.analysisEnded(reason);
    return failed !== null;
  },
});
