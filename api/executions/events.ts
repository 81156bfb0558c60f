import type { ExecutionSummary } from '../../domain/executions/rules.ts';
import type { ExecutionEvent } from '../../domain/executions/steps/read-events.ts';
import { sseEvent } from '../event-streams/event.ts';
import { datetime } from '../resource.ts';
import type { StreamContext } from '../route.ts';
import { watchEvents } from './watch.ts';

const RECONNECT_MS = 2_000;

/** The events of an execution after the last one that the client saw, until it has ended and all are sent. */
export async function* executionEvents(execution: ExecutionSummary, context: StreamContext): AsyncGenerator<string> {
  const { deps, call } = context;
  yield `retry: ${RECONNECT_MS}\n\n`;
  const lastId = Number(/^\d{1,15}$/.exec(context.lastEventId ?? '')?.[0] ?? 0);
  for await (const event of watchEvents(deps, execution.id, lastId, call.signal)) yield eventText(event);
}

function eventText(event: ExecutionEvent): string {
  return sseEvent({ event: event.type, id: String(event.id), data: { ...event.data, at: datetime(event.created_at) } });
}
