import { executionTopic } from '../../domain/executions/rules.ts';
import { type ExecutionEvent, readEvents } from '../../domain/executions/steps/read-events.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createWakeUp } from '../../domain/kernel/wake-up.ts';
import { isUnavailable } from '../../infra/database/errors.ts';

/** The events are read again this often, should a wake-up be lost, milliseconds. */
const SWEEP_MS = 15_000;
/** Pause while the database is away, milliseconds. */
const AWAY_MS = 2_000;

/** The events of an execution after a given one, until the execution has ended and all of them are out, or the signal fires. */
export async function* watchEvents(
  deps: Deps,
  executionId: number,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<ExecutionEvent> {
  const wakeUp = createWakeUp(signal);
  const unsubscribe = deps.notifications.subscribe(executionTopic(executionId), wakeUp.wake);
  try {
    let lastId = afterId;
    while (!signal.aborted) {
      const read = await readOn(deps, executionId, lastId, signal);
      if (read === 'away') {
        await wakeUp.wait(AWAY_MS);
        continue;
      }
      yield* read.events;
      lastId = read.events.at(-1)?.id ?? lastId;
      if (read.more) continue;
      if (!read.open) return;
      await wakeUp.wait(SWEEP_MS);
    }
  } finally {
    unsubscribe();
  }
}

/** What there is after an event; `away` while the database cannot be asked, for which a client need not come again. */
async function readOn(deps: Deps, executionId: number, afterId: number, signal: AbortSignal) {
  try {
    return await perform(deps, readEvents, { executionId, afterId }, { signal });
  } catch (error) {
    if (isUnavailable(error)) return 'away';
    throw error;
  }
}
