import { executionTopic, isOpen } from '../../domain/executions/rules.ts';
import { eventsAfter, findExecution } from '../../domain/executions/store.ts';
import type { ExecutionEventRow } from '../../domain/executions/types.ts';
import { createBell } from '../../domain/kernel/bell.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { isUnavailable } from '../../infra/database/errors.ts';

const LOT = 200;
/** Silence of this length is told; it also re-reads, should a wake-up call be lost. */
const SILENCE_MS = 15_000;
/** Pause while the database is away. */
const AWAY_MS = 2_000;

/**
 * The events of an execution after a given one, until the execution has ended and all of them are out, or the signal fires;
 * `silent` now and then while nothing happens.
 */
export async function* watchEvents(
  deps: Deps,
  executionId: number,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<ExecutionEventRow | 'silent'> {
  const bell = createBell(signal);
  const unsubscribe = deps.notifications.subscribe(executionTopic(executionId), bell.ring);
  try {
    let lastId = afterId;
    while (!signal.aborted) {
      const read = await readOn(deps, executionId, lastId);
      if (read === 'away') {
        await bell.wait(AWAY_MS);
        continue;
      }
      const { open, events } = read;
      yield* events;
      lastId = events.at(-1)?.id ?? lastId;
      if (events.length === LOT) continue;
      if (!open) return;
      if ((await bell.wait(SILENCE_MS)) === 'silent') yield 'silent';
    }
  } finally {
    unsubscribe();
  }
}

/** What there is after an event; `away` while the database cannot be asked, for which a client need not come again. */
async function readOn(
  deps: Deps,
  executionId: number,
  lastId: number,
): Promise<{ open: boolean; events: ExecutionEventRow[] } | 'away'> {
  try {
    const open = isOpen((await findExecution(deps.db, executionId))?.status ?? 'archived');
    return { open, events: await eventsAfter(deps.db, executionId, lastId, LOT) };
  } catch (error) {
    if (isUnavailable(error)) return 'away';
    throw error;
  }
}
