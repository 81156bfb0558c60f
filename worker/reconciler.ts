import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { failExecution } from '../domain/executions/operations/fail-execution.ts';
import { findStaleExecutions, type StaleExecution } from '../domain/executions/store.ts';
import { systemCall } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { runState } from '../infra/temporal/engine.ts';
import { executionWorkflowId } from '../workflows/contracts/execution.ts';

const LOT = 200;
/** Questions to the engine at once; it has other work to do. */
const AT_ONCE = 10;

/**
 * Fails open executions that nothing touched for a while and whose run is closed (terminated in the Web UI, say) or unknown
 * to the engine although no start command waits, so that their credits come back. Returns how many it ended.
 */
export async function reconcile(deps: Deps, temporal: Client, staleAfterMs: number, log: Logger): Promise<number> {
  const untouchedSince = new Date(deps.clock.now().getTime() - staleAfterMs);
  let ended = 0;
  let lastId = 0;
  for (;;) {
    // All of them, however many wait for a free worker: the few that have lost their run may be anywhere among them.
    const lot = await findStaleExecutions(deps.db, untouchedSince, lastId, LOT);
    for (let from = 0; from < lot.length; from += AT_ONCE) {
      const part = lot.slice(from, from + AT_ONCE);
      const results = await Promise.all(part.map((execution) => endWithoutRun(deps, temporal, execution, log)));
      ended += results.filter(Boolean).length;
    }
    lastId = lot.at(-1)?.id ?? lastId;
    if (lot.length < LOT) return ended;
  }
}

async function endWithoutRun(deps: Deps, temporal: Client, execution: StaleExecution, log: Logger): Promise<boolean> {
  const state = await runState(temporal, executionWorkflowId(execution.id), execution.row_key);
  if (state === 'open') return false;
  const ended = await failExecution(deps, systemCall('reconciler'), execution.id, 'lost');
  if (ended) log.warn({ execution_id: execution.id, run: state }, 'an execution without a run was ended');
  return ended;
}
