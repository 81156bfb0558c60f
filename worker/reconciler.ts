import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { failExecution } from '../domain/executions/operations/fail-execution.ts';
import { findStaleExecutions } from '../domain/executions/store.ts';
import { systemCall } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { runState } from '../infra/temporal/engine.ts';
import { executionWorkflowId } from '../workflows/contracts/execution.ts';

/** An open execution that nothing touched for this long is looked at, milliseconds (design: reconciler). */
export const STALE_AFTER_MS = 5 * 60_000;
const LOT = 200;

/**
 * Fails open executions whose run is closed (terminated in the Web UI, say) or unknown to the engine although no start
 * command waits, so that their credits come back. Returns how many it ended.
 */
export async function reconcile(deps: Deps, temporal: Client, staleAfterMs: number, log: Logger): Promise<number> {
  const untouchedSince = new Date(deps.clock.now().getTime() - staleAfterMs);
  const stale = await findStaleExecutions(deps.db, untouchedSince, LOT);
  let ended = 0;
  for (const execution of stale) {
    const state = await runState(temporal, executionWorkflowId(execution.id), execution.row_key);
    if (state === 'open') continue;
    if (!(await failExecution(deps, systemCall('reconciler'), execution.id, 'lost'))) continue;
    ended += 1;
    log.warn({ execution_id: execution.id, run: state }, 'an execution without a run was ended');
  }
  return ended;
}
