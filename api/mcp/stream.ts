import { setTimeout as delay } from 'node:timers/promises';
import { type Bell, createBell } from '../../domain/kernel/bell.ts';
import type { Call } from '../../domain/kernel/call.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { followersTopic, readStream } from '../../domain/mcp/change-store.ts';
import { isLogged, sessionTopic } from '../../domain/mcp/rules.ts';
import { nextStream } from '../../domain/mcp/session-store.ts';
import { keepSession } from '../../domain/mcp/sessions.ts';
import { REPLAY_MS } from '../../domain/mcp/table.ts';
import type { McpSessionRow } from '../../domain/mcp/types.ts';
import { isUnavailable } from '../../infra/database/errors.ts';
import type { EdgeContext } from '../context.ts';
import { takesEvents } from './accept.ts';
import { cancellationTopic } from './cancellation.ts';
import { MCP_PATH } from './challenge.ts';
import { notificationsOf, positionAfter } from './changes.ts';
import { type EventWriter, openEvents } from './events.ts';
import { badRequest, refusalOf } from './failure.ts';
import type { ResumedCall } from './handlers/handlers.ts';
import { lifeOf } from './life.ts';
import type { Admitted, McpOptions } from './options.ts';
import { ownerOf, requireSession } from './session.ts';

/** How long a client waits before it comes back. */
const RECONNECT_MS = 2_000;
/** Pause between two looks, so that a storm of changes is told of together. */
const COALESCE_MS = 100;
/** Silence on the stream of a call. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Serves a GET: what changes for the session's partner, or, to a client that lost the stream of a call, the rest of that call.
 * Throws Refusal and AppError before the stream has begun.
 */
export async function serveGet(options: McpOptions, ctx: EdgeContext, admitted: Admitted): Promise<void> {
  const { deps, times } = options;
  const { grant, lookup, readmit } = admitted;
  const end = AbortSignal.any([lifeOf(options, ctx, admitted), AbortSignal.timeout(times.lifetimeMs)]);
  const call: Call = { actor: grant.actor, requestId: ctx.state.requestId, signal: end };
  const session = await requireSession(options, ctx, ownerOf(call, grant), lookup);
  if (!takesEvents(ctx.req.headers.accept)) throw badRequest('This stream is text/event-stream; accept it.', 406);
  const lastEventId = String(ctx.req.headers['last-event-id'] ?? '');
  const handlers = await options.handlers();
  const resumed = await handlers.resume({ deps, session }, lastEventId);
  const release = options.slots.take(session.partner_id);
  if (!release) {
    throw refusalOf(new AppError('SERVICE_UNAVAILABLE', 'Too many streams are open.', { retryAfterSeconds: 5 }));
  }
  try {
    if (resumed) await goOn(options, ctx, { call, session, readmit, resumed });
    else await follow(options, ctx, { call, session, scopes: grant.scopes, lastEventId });
  } finally {
    release();
  }
}

interface Followed {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  scopes: ReadonlySet<string>;
  lastEventId: string;
}

async function follow(options: McpOptions, ctx: EdgeContext, followed: Followed): Promise<void> {
  const { deps } = options;
  const { session, call } = followed;
  const end = call.signal;
  const bell = createBell(end);
  const topics = [followersTopic(session.partner_id), sessionTopic(session.id)];
  const unsubscribe = topics.map((topic) => deps.notifications.subscribe(topic, bell.ring));
  try {
    const { stream, sequence } = await nextStream(deps.db, deps.clock.now(), session.id);
    // The stream before this one ends when it sees that it is not the newest any more.
    deps.notifications.notify(sessionTopic(session.id));
    const position = startOf(session, followed.lastEventId, sequence);
    const writer = openEvents(ctx);
    writer.event({ event: 'endpoint', data: MCP_PATH, id: String(position), retryMs: RECONNECT_MS });
    await tellUntil(options, { ...followed, stream, position, writer, bell, end });
    writer.end();
    await writer.closed;
  } finally {
    for (const leave of unsubscribe) leave();
  }
}

/** After the event that the client saw last; without one that the partner has reached, where the session's streams have got to. */
function startOf(session: McpSessionRow, lastEventId: string, sequence: number): number {
  const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
  return seen <= sequence ? seen : session.position;
}

interface Telling extends Followed {
  /** Number of this stream. */
  stream: number;
  position: number;
  writer: EventWriter;
  bell: Bell;
  end: AbortSignal;
}

/** Tells of changes as they come, with a heartbeat now and then, until the stream's time is over or another one takes its place. */
async function tellUntil(options: McpOptions, telling: Telling): Promise<void> {
  const { deps, times, log } = options;
  const { session, writer, bell, end } = telling;
  const keep = (position: number) =>
    keepSession(deps, session, position).catch((error) => log.warn({ err: error }, 'a stream was not written down'));
  let { position } = telling;
  let heartbeatAt = performance.now() + times.heartbeatMs;
  while (!end.aborted) {
    const read = await tellChanges(options, telling, position);
    if (read === 'over') return;
    position = read;
    const wait = heartbeatAt - performance.now();
    if (wait > 0 && (await bell.wait(wait)) === 'rung') {
      await delay(COALESCE_MS);
      continue;
    }
    heartbeatAt = performance.now() + times.heartbeatMs;
    const data = { timestamp: deps.clock.now().toISOString(), session_id: session.id };
    writer.event({ event: 'heartbeat', id: String(position), data });
    void keep(position);
  }
  await keep(position);
}

/** Tells of what has changed; returns the new position, or `over` when the session has ended or has a newer stream. */
async function tellChanges(
  { deps }: McpOptions,
  { session, stream, scopes, writer }: Telling,
  position: number,
): Promise<number | 'over'> {
  const since = new Date(deps.clock.now().getTime() - REPLAY_MS);
  let at = position;
  for (;;) {
    const state = await readStream(deps.db, session.id, at, since).catch((error: unknown) => {
      // While the database is away there is nothing to tell; the next heartbeat looks again.
      if (isUnavailable(error)) return 'away' as const;
      throw error;
    });
    if (state === 'away') return at;
    if (!state || state.session.ended_at !== null || state.session.stream !== stream) return 'over';
    for (const { sequence, message } of notificationsOf(state, at, scopes)) {
      writer.event({ event: 'message', id: String(sequence), data: message });
    }
    const next = positionAfter(state, at);
    if (next >= state.sequence || next === at) return next;
    at = next;
  }
}

interface Continued {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  readmit: Admitted['readmit'];
  resumed: ResumedCall;
}

/** The rest of a call whose stream was cut, on whichever process; coming back once more ends the stream before. */
async function goOn(options: McpOptions, ctx: EdgeContext, { session, readmit, resumed, ...rest }: Continued) {
  const { deps } = options;
  const cancelled = new AbortController();
  const topic = cancellationTopic(session, resumed.requestId);
  const { replaced, leave } = options.resumed.enter(topic);
  const call: Call = { ...rest.call, signal: AbortSignal.any([rest.call.signal, replaced]) };
  const unsubscribe = deps.notifications.subscribe(topic, () => cancelled.abort());
  const writer = openEvents(ctx);
  const keepAlive = setInterval(writer.comment, KEEP_ALIVE_MS);
  const notify = (method: string, params: Record<string, unknown>, eventId?: string) =>
    writer.event({ event: 'message', data: { jsonrpc: '2.0', method, params }, ...(eventId && { id: eventId }) });
  call.signal.addEventListener('abort', () => writer.end(), { once: true });
  try {
    const answer = await resumed.follow({
      deps,
      call,
      readmit,
      cancelled: cancelled.signal,
      gone: call.signal,
      notify,
      log(level, data) {
        if (!isLogged(level, session.log_level)) return;
        notify('notifications/message', { level, logger: 'marketwright', data });
      },
    });
    if (!call.signal.aborted && !cancelled.signal.aborted) writer.event({ event: 'message', data: answer });
  } finally {
    clearInterval(keepAlive);
    unsubscribe();
    leave();
    writer.end();
  }
  await writer.closed;
}
