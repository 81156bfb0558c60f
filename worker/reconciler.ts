import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { runState } from '../infra/temporal/engine.ts';
import type { StaleWork } from './area.ts';
import { JOBS } from './areas.ts';

const BATCH_SIZE = 200;
/** Questions to the engine at once; it has other work to do. */
const CONCURRENCY = 10;

/**
 * Ends open work that nothing touched for a while and whose run is closed (terminated in the Web UI, say) or unknown to the
 * engine although no start command waits, so that its credits come back. Returns how much it ended.
 */
export async function reconcile(deps: Deps, temporal: Client, staleAfterMs: number, log: Logger): Promise<number> {
  const untouchedSince = new Date(deps.clock.now().getTime() - staleAfterMs).toISOString();
  let ended = 0;
  for (const { stale } of Object.values(JOBS)) {
    if (stale) ended += await reconcileWork(deps, temporal, stale, untouchedSince, log);
  }
  return ended;
}

async function reconcileWork(
  deps: Deps,
  temporal: Client,
  work: StaleWork,
  untouchedSince: string,
  log: Logger,
): Promise<number> {
  let ended = 0;
  let afterId = 0;
  for (;;) {
    // All of them, however many wait for a free worker: the few that have lost their run may be anywhere among them.
    const batch = await perform(deps, work.list, { untouchedSince, afterId, limit: BATCH_SIZE });
    for (let from = 0; from < batch.length; from += CONCURRENCY) {
      const part = batch.slice(from, from + CONCURRENCY);
      const results = await Promise.all(part.map((row) => endWithoutRun(deps, temporal, work, row, log)));
      ended += results.filter(Boolean).length;
    }
    afterId = batch.at(-1)?.id ?? afterId;
    if (batch.length < BATCH_SIZE) return ended;
  }
}

async function endWithoutRun(
  deps: Deps,
  temporal: Client,
  { name, workflowId, end }: StaleWork,
  { id, row_key: rowKey }: { id: number; row_key: string },
  log: Logger,
): Promise<boolean> {
  try {
    const state = await runState(temporal, workflowId(id), rowKey);
    if (state === 'open') return false;
    const ended = await end(deps, { id, rowKey });
    if (ended) log.warn({ [`${name}_id`]: id, run: state }, `an ${name} without a run was ended`);
    return ended;
  } catch (error) {
    // It fails alone: those after it are looked at all the same, and it again in the next round.
    log.error({ err: error, [`${name}_id`]: id }, `an ${name} could not be compared with its run`);
    return false;
  }
}
