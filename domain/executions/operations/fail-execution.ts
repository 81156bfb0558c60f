import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { stop } from '../stop.ts';

/** Ends an open execution as failed and releases its hold; false when it had ended already. `error` is for the partner. */
export async function failExecution(deps: Deps, call: Call, executionId: number, error: string): Promise<boolean> {
  const failed = await deps.transaction(call, (tx) =>
    stop(tx, executionId, { status: 'failed', error: error.slice(0, 500) }),
  );
  return failed !== null;
}
