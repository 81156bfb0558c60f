import { type ExecutionSummary, executionTopic } from '../../domain/executions/rules.ts';
import { type ExecutionEvent, readEvents } from '../../domain/executions/steps/read-events.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createWakeUp } from '../../domain/kernel/wait-for.ts';
import { isUnavailable } from '../../infra/database/errors.ts';
import { sseEvent } from '../event-streams/event.ts';
import { readForStream } from '../event-streams/reads.ts';
import { datetime } from '../resource.ts';
import type { StreamContext } from '../route.ts';

/** Events are also read at this interval, should a notification be lost, milliseconds. */
const SWEEP_MS = 15_000;
/** Pause while the database is unavailable, milliseconds. */
const OUTAGE_RETRY_MS = 2_000;

/** The events of an execution after a given one, until it has ended and all are returned, or the call's signal fires. */
export async function* watchEvents(
  deps: Deps,
  call: Call,
  executionId: number,
  afterId: number,
): AsyncGenerator<ExecutionEvent> {
  const { signal } = call;
  const wakeUp = createWakeUp(signal);
  const unsubscribe = deps.notifications.subscribe(executionTopic(executionId), wakeUp.wake);
  try {
    let lastId = afterId;
    while (!signal.aborted) {
      const read = await readNext(deps, call, executionId, lastId);
      if (read === 'away') {
        await wakeUp.wait(OUTAGE_RETRY_MS);
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

/** The events after a given one; `away` while the database is unavailable, so that clients need not reconnect. */
async function readNext(deps: Deps, call: Call, executionId: number, afterId: number) {
  try {
    const input = { executionId, afterId };
    return await readForStream(call, () => perform(deps, readEvents, input, { signal: call.signal }));
  } catch (error) {
    if (call.signal.aborted || isUnavailable(error)) return 'away';
    throw error;
  }
}

const RECONNECT_MS = 2_000;

/** The events of an execution after the last one that the client saw, until it has ended and all are sent. */
export async function* executionEvents(execution: ExecutionSummary, context: StreamContext): AsyncGenerator<string> {
  const { deps, call } = context;
  yield `retry: ${RECONNECT_MS}\n\n`;
  const lastId = Number(/^\d{1,15}$/.exec(context.lastEventId ?? '')?.[0] ?? 0);
  for await (const event of watchEvents(deps, call, execution.id, lastId)) yield eventText(event);
}

function eventText(event: ExecutionEvent): string {
  return sseEvent({ event: event.type, id: String(event.id), data: { ...event.data, at: datetime(event.created_at) } });
}
