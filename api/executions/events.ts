import { executionTopic, isOpen } from '../../domain/executions/rules.ts';
import { eventsAfter, findExecution } from '../../domain/executions/store.ts';
import type { ExecutionEventRow, ExecutionSummary } from '../../domain/executions/types.ts';
import { createBell } from '../../domain/kernel/bell.ts';
import { isUnavailable } from '../../infra/database/errors.ts';
import { datetime } from '../presenters.ts';
import { type StreamContext, sseEvent } from '../route.ts';

const LOT = 200;
/** A comment this often keeps proxies from closing a silent stream; it also re-reads, should a wake-up call be lost. */
const PING_MS = 15_000;
const RECONNECT_MS = 2_000;

/** The events of an execution after the one the client saw last, until the execution has ended and all of them are out. */
export async function* executionEvents(execution: ExecutionSummary, context: StreamContext): AsyncGenerator<string> {
  const { deps, call } = context;
  const bell = createBell(call.signal);
  const unsubscribe = deps.notifications.subscribe(executionTopic(execution.id), bell.ring);
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    let lastId = Number(/^\d{1,15}$/.exec(context.lastEventId ?? '')?.[0] ?? 0);
    while (!call.signal.aborted) {
      const read = await readOn(context, execution.id, lastId);
      if (read === 'away') {
        await bell.wait(RECONNECT_MS);
        continue;
      }
      const { open, events } = read;
      for (const event of events) yield eventText(event);
      lastId = events.at(-1)?.id ?? lastId;
      if (events.length === LOT) continue;
      if (!open) return;
      if ((await bell.wait(PING_MS)) === 'silent') yield ': ping\n\n';
    }
  } finally {
    unsubscribe();
  }
}

/** What there is after an event; `away` while the database cannot be asked, for which a client need not come again. */
async function readOn(
  { deps }: StreamContext,
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

function eventText(event: ExecutionEventRow): string {
  return sseEvent({ event: event.type, id: String(event.id), data: { ...event.data, at: datetime(event.created_at) } });
}
