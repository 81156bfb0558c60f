import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { failureSentence } from '../endings.ts';
import { finishJob } from '../finish.ts';

/** Ends an open job as failed, whoever works on it, and gives its credits back; false when it had ended already. */
export async function failAnalysis(deps: Deps, call: Call, jobId: number, reason: string): Promise<boolean> {
  const ending = { status: 'failed' as const, error: failureSentence(reason) };
  const failed = await deps.transaction(call, (tx) => finishJob(tx, { jobId, ending, used: 0, token: null }));
  if (failed) deps.meters.analysisEnded(reason);
  return failed !== null;
}
