import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../../../domain/kernel/call.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { createWakeUp, type WakeUp } from '../../../domain/kernel/wake-up.ts';
import type { NumberedChange } from '../../../domain/mcp/change-notifications.ts';
import { beginStream } from '../../../domain/mcp/steps/begin-stream.ts';
import { keepSession } from '../../../domain/mcp/steps/keep-session.ts';
import { readChanges } from '../../../domain/mcp/steps/read-changes.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import { streamTopics } from '../../../domain/mcp/topics.ts';
import { isUnavailable } from '../../../infra/database/errors.ts';
import type { EdgeContext } from '../../context.ts';
import type { Lifetime } from '../../event-streams/lifetime.ts';
import { type EventStream, openEventStream } from '../../event-streams/writer.ts';
import { MCP_PATH } from '../../paths.ts';
import type { McpOptions } from './options.ts';

/** How long a client waits before it comes back. */
const RECONNECT_MS = 2_000;
/** Pause before changes are read, so that a storm of them is announced together. */
const COALESCE_MS = 100;

interface Following {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  lifetime: Lifetime;
  scopes: ReadonlySet<string>;
  lastEventId: string;
}

/** Sends what changes for the session's partner, until the stream's time is over or another one takes its place. */
export async function sendNotifications(options: McpOptions, ctx: EdgeContext, following: Following): Promise<void> {
  const { deps } = options;
  const { call, session } = following;
  const wakeUp = createWakeUp(call.signal);
  const unsubscribe = streamTopics(session).map((topic) => deps.notifications.subscribe(topic, wakeUp.wake));
  try {
    const { stream: number, sequence } = await perform(deps, beginStream, { sessionId: session.id });
    const position = startOf(session, following.lastEventId, sequence);
    const stream = openEventStream(ctx);
    stream.event({ event: 'endpoint', data: MCP_PATH, id: String(position), retryMs: RECONNECT_MS });
    await follow(options, { ...following, number, position, stream, wakeUp });
    stream.end();
    await stream.closed;
  } finally {
    for (const leave of unsubscribe) leave();
  }
}

/** After the event that the client saw last; without one that the partner has reached, where the session's streams have got to. */
function startOf(session: McpSessionRow, lastEventId: string, sequence: number): number {
  const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
  return seen <= sequence ? seen : session.position;
}

interface OpenFollowing extends Following {
  /** Number of this stream among those of the session. */
  number: number;
  position: number;
  stream: EventStream;
  wakeUp: WakeUp;
}

/** Announces changes as they come, with a heartbeat now and then. */
async function follow(options: McpOptions, following: OpenFollowing): Promise<void> {
  const { deps, times, log } = options;
  const { call, session, stream, wakeUp } = following;
  const keep = (position: number) =>
    perform(deps, keepSession, { session, position }).catch((error) =>
      log.warn({ err: error }, 'the position of a stream was not written down'),
    );
  let { position } = following;
  let heartbeatAt = performance.now() + times.heartbeatMs;
  while (!call.signal.aborted) {
    const announced = await sendChanges(options, following, position);
    if (announced === 'over') return;
    position = announced;
    const waitMs = heartbeatAt - performance.now();
    if (waitMs > 0 && (await wakeUp.wait(waitMs)) === 'woken') {
      await delay(COALESCE_MS);
      continue;
    }
    heartbeatAt = performance.now() + times.heartbeatMs;
    const data = { timestamp: deps.clock.now().toISOString(), session_id: session.id };
    stream.event({ event: 'heartbeat', id: String(position), data });
    void keep(position);
  }
  await keep(position);
}

/** Announces what has changed; returns the new position, or `over` when the stream has to end. */
async function sendChanges(
  { deps }: McpOptions,
  { call, session, lifetime, number, scopes, stream }: OpenFollowing,
  from: number,
): Promise<number | 'over'> {
  let position = from;
  for (;;) {
    const request = { sessionId: session.id, stream: number, position, scopes };
    const read = await readChanges(deps, call, request).catch((error: unknown) => {
      // While the database is away there is nothing to announce; the next heartbeat tries again.
      if (isUnavailable(error)) return 'away' as const;
      throw error;
    });
    if (read === 'away') return position;
    if (!read) return 'over';
    if (read.notifications.length > 0 && !(await lifetime.isAdmitted())) return 'over';
    for (const notice of read.notifications) {
      stream.event({ event: 'message', id: String(notice.sequence), data: messageOf(notice) });
    }
    position = read.position;
    if (!read.more) return position;
  }
}

function messageOf({ kind, uri }: NumberedChange): object {
  if (kind === 'resource') return { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
  return { jsonrpc: '2.0', method: `notifications/${kind}/list_changed` };
}
