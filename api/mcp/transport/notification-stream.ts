import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../../../domain/kernel/call.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { createWakeUp, type WakeUp } from '../../../domain/kernel/wait-for.ts';
import type { NumberedChange } from '../../../domain/mcp/change-notifications.ts';
import { streamTopics } from '../../../domain/mcp/rules.ts';
import { keepSession } from '../../../domain/mcp/steps/sessions.ts';
import { beginStream, readChanges } from '../../../domain/mcp/steps/streams.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { HttpContext } from '../../context.ts';
import type { Lifetime } from '../../event-streams/lifetime.ts';
import { type EventStream, openEventStream } from '../../event-streams/writer.ts';
import { MCP_PATH } from '../../paths.ts';
import { COALESCE_MS, sendNewChanges } from './new-changes.ts';
import type { McpOptions } from './options.ts';

/** After what time the client reconnects, milliseconds. */
const RECONNECT_MS = 2_000;

interface StreamState {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  /** As the client sends it. */
  sessionId: string;
  lifetime: Lifetime;
  scopes: ReadonlySet<string>;
  lastEventId: string;
}

/** Sends changes for the session's partner until the stream's lifetime ends or a newer stream replaces it. */
export async function sendNotifications(options: McpOptions, ctx: HttpContext, following: StreamState): Promise<void> {
  const { deps } = options;
  const { call, session } = following;
  const wakeUp = createWakeUp(call.signal);
  const unsubscribe = streamTopics(session).map((topic) => deps.notifications.subscribe(topic, wakeUp.wake));
  try {
    const { stream: number, sequence } = await perform(deps, beginStream, { sessionId: session.id });
    const position = startOf(session, following.lastEventId, sequence);
    const stream = openEventStream(ctx);
    stream.event({ event: 'endpoint', data: MCP_PATH, id: String(position), retryMs: RECONNECT_MS });
    await streamChanges(options, { ...following, number, position, stream, wakeUp });
    stream.end();
    await stream.closed;
  } finally {
    for (const leave of unsubscribe) leave();
  }
}

/**
 * The position after the event that the client saw last. Without one within the partner's sequence: the latest position
 * of the session's streams.
 */
function startOf(session: McpSessionRow, lastEventId: string, sequence: number): number {
  const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
  return seen <= sequence ? seen : session.position;
}

interface OpenStreamState extends StreamState {
  /** Number of this stream within its session. */
  number: number;
  position: number;
  stream: EventStream;
  wakeUp: WakeUp;
}

/** Sends changes as they come, and heartbeats. */
async function streamChanges(options: McpOptions, following: OpenStreamState): Promise<void> {
  const { deps, times, log } = options;
  const { call, session, sessionId, number, scopes, lifetime, stream, wakeUp } = following;
  const keep = (position: number) =>
    perform(deps, keepSession, { session, position }).catch((error) =>
      log.warn({ err: error }, 'the position of a stream was not written down'),
    );
  let { position } = following;
  let heartbeatAt = performance.now() + times.heartbeatMs;
  while (!call.signal.aborted) {
    const result = await sendNewChanges(position, {
      call,
      lifetime,
      read: (after) => readChanges(deps, call, { sessionId: session.id, stream: number, position: after, scopes }),
      send: (change) => stream.event({ event: 'message', id: String(change.sequence), data: messageOf(change) }),
    });
    if (result === 'over') return;
    position = result;
    const waitMs = heartbeatAt - performance.now();
    if (waitMs > 0 && (await wakeUp.wait(waitMs)) === 'woken') {
      await delay(COALESCE_MS);
      continue;
    }
    heartbeatAt = performance.now() + times.heartbeatMs;
    const data = { timestamp: deps.clock.now().toISOString(), session_id: sessionId };
    stream.event({ event: 'heartbeat', id: String(position), data });
    void keep(position);
  }
  await keep(position);
}

function messageOf({ kind, uri }: NumberedChange): object {
  if (kind === 'resource') return { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
  return { jsonrpc: '2.0', method: `notifications/${kind}/list_changed` };
}
