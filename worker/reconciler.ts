import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { failExecution } from '../domain/executions/operations/fail-execution.ts';
import { findStaleExecutions } from '../domain/executions/store.ts';
import { type Call, systemCall } from '../domain/kernel/call.ts';
import type { Db, Deps } from '../domain/kernel/deps.ts';
import { failAnalysis } from '../domain/seo/operations/fail-analysis.ts';
import { findStaleJobs } from '../domain/seo/store.ts';
import { runState } from '../infra/temporal/engine.ts';
import { executionWorkflowId } from '../workflows/contracts/execution.ts';
import { seoAnalysisWorkflowId } from '../workflows/contracts/seo-analysis.ts';

const LOT = 200;
/** Questions to the engine at once; it has other work to do. */
const AT_ONCE = 10;

/** An open row that nothing has touched for a while. */
interface StaleRow {
  id: number;
  row_key: string;
}

/** A kind of work that a run carries out. */
interface Kind {
  name: string;
  find(db: Db, untouchedSince: Date, afterId: number, limit: number): Promise<StaleRow[]>;
  workflowId(id: number): string;
  fail(deps: Deps, call: Call, id: number, reason: string): Promise<boolean>;
}

const KINDS: readonly Kind[] = [
  { name: 'execution', find: findStaleExecutions, workflowId: executionWorkflowId, fail: failExecution },
  { name: 'analysis', find: findStaleJobs, workflowId: seoAnalysisWorkflowId, fail: failAnalysis },
];

/**
 * Fails open work that nothing touched for a while and whose run is closed (terminated in the Web UI, say) or unknown to the
 * engine although no start command waits, so that its credits come back. Returns how much it ended.
 */
export async function reconcile(deps: Deps, temporal: Client, staleAfterMs: number, log: Logger): Promise<number> {
  const untouchedSince = new Date(deps.clock.now().getTime() - staleAfterMs);
  let ended = 0;
  for (const kind of KINDS) ended += await reconcileKind(deps, temporal, kind, untouchedSince, log);
  return ended;
}

async function reconcileKind(
  deps: Deps,
  temporal: Client,
  kind: Kind,
  untouchedSince: Date,
  log: Logger,
): Promise<number> {
  let ended = 0;
  let lastId = 0;
  for (;;) {
    // All of them, however many wait for a free worker: the few that have lost their run may be anywhere among them.
    const lot = await kind.find(deps.db, untouchedSince, lastId, LOT);
    for (let from = 0; from < lot.length; from += AT_ONCE) {
      const part = lot.slice(from, from + AT_ONCE);
      const results = await Promise.all(part.map((row) => endWithoutRun(deps, temporal, kind, row, log)));
      ended += results.filter(Boolean).length;
    }
    lastId = lot.at(-1)?.id ?? lastId;
    if (lot.length < LOT) return ended;
  }
}

async function endWithoutRun(deps: Deps, temporal: Client, kind: Kind, row: StaleRow, log: Logger): Promise<boolean> {
  const { id, row_key: rowKey } = row;
  const state = await runState(temporal, kind.workflowId(id), rowKey);
  if (state === 'open') return false;
  const ended = await kind.fail(deps, systemCall('reconciler'), id, 'lost');
  if (ended) log.warn({ [`${kind.name}_id`]: id, run: state }, `an ${kind.name} without a run was ended`);
  return ended;
}
