import { findBlockingHit } from '../../execution-steps/store.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { failureSentence } from '../endings.ts';
import { stop } from '../stop.ts';

/** Ends an open execution as failed and releases its hold; false when it had ended already. */
export async function failExecution(deps: Deps, call: Call, executionId: number, reason: string): Promise<boolean> {
  const hit = await findBlockingHit(deps.db, executionId);
  const error = failureSentence(reason, hit?.message ?? null);
  const failed = await deps.transaction(call, (tx) => stop(tx, executionId, { status: 'failed', error }));
  return failed !== null;
}
