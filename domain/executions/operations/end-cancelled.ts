import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { stop } from '../stop.ts';

/** Marks an execution whose run was cancelled by staff; false when the partner had cancelled it already. */
export async function endCancelled(deps: Deps, call: Call, executionId: number): Promise<boolean> {
  const ended = await deps.transaction(call, (tx) => stop(tx, executionId, { status: 'cancelled' }));
  return ended !== null;
}
