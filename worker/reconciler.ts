import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { Attempts } from '../domain/kernel/attempts.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { HOUR_MS } from '../domain/kernel/durations.ts';
import { perform } from '../domain/kernel/step.ts';
import { listLostRuns, runState } from '../infra/temporal/engine.ts';
import { workflowIdOf } from '../workflows/commands.ts';
import { OWNED_FLOWS, type OwnedFlow } from './owned-flows.ts';

/**
 * How far back the engine's list of closed runs is read, milliseconds. Older runs are found when the scan reaches their
 * row.
 */
const LOOK_BACK_MS = HOUR_MS;
/** The newest badly ended runs that a pass reads from the engine. */
const RUNS_PER_PASS = 5_000;
/** Rows of an area that a pass scans. */
const ROWS_PER_PASS = 1_000;
/** Concurrent requests to the engine, which has other work to do. */
const CONCURRENCY = 10;

interface ReconcilerOptions {
  deps: Deps;
  temporal: Client;
  /** How long a row must be unchanged, milliseconds. */
  staleAfterMs: number;
  /** Called for each row that was ended, by the name of its kind. */
  onLost: (kind: string) => void;
  log: Logger;
}

interface OpenRow {
  id: number;
  row_key: string;
}

/**
 * Ends open rows that have not changed for a while and whose run is closed (terminated in the Web UI, for example) or
 * unknown to the engine with no start command waiting, so that their credits are released. The engine's list of badly
 * ended runs finds most of them at once, however many runs are queued. That list lags and expires, so each pass also
 * scans some of the open rows in turn. Both only find candidates: a row is ended only when the engine reports that its
 * own run is gone. A pass returns how many rows it ended; a kind of rows that fails stops no other, and is thrown at the end.
 */
export function createReconciler({
  deps,
  temporal,
  staleAfterMs,
  onLost,
  log,
}: ReconcilerOptions): () => Promise<number> {
  /** The last row that was scanned, by area. */
  const cursors = new Map<OwnedFlow, number>();

  /** Open, unchanged rows of the runs that the engine lists as ended badly. */
  async function rowsOfLostRuns(flow: OwnedFlow, now: number, untouchedSince: string): Promise<OpenRow[]> {
    const closedSince = new Date(now - staleAfterMs - LOOK_BACK_MS);
    const rowKeys = await listLostRuns(temporal, flow.contract.workflow, closedSince, RUNS_PER_PASS);
    const rows: OpenRow[] = [];
    for (let from = 0; from < rowKeys.length; from += ROWS_PER_PASS) {
      const part = rowKeys.slice(from, from + ROWS_PER_PASS);
      rows.push(
        ...(await perform(deps, flow.stale, { untouchedSince, afterId: 0, limit: ROWS_PER_PASS, rowKeys: part })),
      );
    }
    return rows;
  }

  async function pass(flow: OwnedFlow): Promise<number> {
    const now = deps.clock.now().getTime();
    const untouchedSince = new Date(now - staleAfterMs).toISOString();
    let ended = 0;
    try {
      ended += (await endEach(flow, await rowsOfLostRuns(flow, now, untouchedSince))).ended;
    } catch (error) {
      log.error(
        { err: error, workflow: flow.contract.workflow },
        'runs that ended could not be listed; rows still have their turn',
      );
    }
    const afterId = cursors.get(flow) ?? 0;
    const batch = await perform(deps, flow.stale, { untouchedSince, afterId, limit: ROWS_PER_PASS });
    const scanned = await endEach(flow, batch);
    const isLast = batch.length < ROWS_PER_PASS && scanned.checked === batch.length;
    cursors.set(flow, isLast ? 0 : (batch[scanned.checked - 1]?.id ?? 0));
    return ended + scanned.ended;
  }

  /** When a whole batch fails, the engine or the database is unavailable: the rest waits for the next pass. */
  async function endEach(flow: OwnedFlow, rows: readonly OpenRow[]): Promise<{ ended: number; checked: number }> {
    let ended = 0;
    let checked = 0;
    while (checked < rows.length) {
      const part = rows.slice(checked, checked + CONCURRENCY);
      const outcomes = await Promise.all(part.map((row) => endWithoutRun(flow, row)));
      ended += outcomes.filter((outcome) => outcome === 'ended').length;
      checked += part.length;
      if (part.length === CONCURRENCY && outcomes.every((outcome) => outcome === 'failed')) break;
    }
    return { ended, checked };
  }

  async function endWithoutRun(
    flow: OwnedFlow,
    { id, row_key: rowKey }: OpenRow,
  ): Promise<'ended' | 'left' | 'failed'> {
    const { contract, name, end } = flow;
    try {
      const state = await runState(temporal, workflowIdOf(contract, id), rowKey);
      if (state === 'open' || !(await end(deps, { id, rowKey }, 'lost'))) return 'left';
      onLost(name);
      log.warn({ row: name, row_id: id, run: state }, 'a row without a run was ended');
      return 'ended';
    } catch (error) {
      // One failure does not stop the rest; this row is checked again when the scan returns to it.
      log.error({ err: error, row: name, row_id: id }, 'a row could not be compared with its run');
      return 'failed';
    }
  }

  return async () => {
    let ended = 0;
    const attempts = new Attempts();
    for (const flow of OWNED_FLOWS) {
      // Beside a database that does not respond each kind waits for a connection, and a process that stops has not that long.
      if (deps.stopping.aborted) break;
      ended += (await attempts.make(() => pass(flow))) ?? 0;
    }
    attempts.end((failed) => `Open rows of ${failed} kinds could not be compared with their runs.`);
    return ended;
  };
}
