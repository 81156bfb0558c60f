import type { Call } from '../../../domain/kernel/call.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import { cancellationTopic, isLogged } from '../../../domain/mcp/rules.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { HttpContext } from '../../context.ts';
import { tooManyStreams } from '../../event-streams/open-streams.ts';
import { openEventStream } from '../../event-streams/writer.ts';
import type { FollowContext } from '../execute.ts';
import { badRequest, visibleError } from '../failure.ts';
import type { ResumedCall } from '../handlers/handlers.ts';
import { errorMessage, logMessage } from '../json-rpc.ts';
import { lifetimeOf } from './admission.ts';
import { sendNotifications } from './notification-stream.ts';
import type { Admitted, McpOptions } from './options.ts';
import { takesEvents } from './response.ts';
import { requireSession, whenSessionEnds } from './session.ts';

/**
 * Serves a GET: notifications of changes for the session's partner or, when a client resumes the stream of a call, the
 * rest of that call. Throws Refusal and AppError before the stream has begun.
 */
export async function serveGet(options: McpOptions, ctx: HttpContext, admitted: Admitted): Promise<void> {
  const { deps, times, streams } = options;
  const { grant } = admitted;
  const lifetime = lifetimeOf(options, ctx, admitted);
  const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(times.lifetimeMs)]);
  const call: Call = { actor: grant.actor, requestId: ctx.state.requestId, signal };
  const session = await requireSession(options, ctx, call, admitted);
  if (!takesEvents(ctx.req.headers.accept)) throw badRequest('This stream is text/event-stream; accept it.', 406);
  const lastEventId = String(ctx.req.headers['last-event-id'] ?? '');
  const handlers = await options.handlers();
  const resumed = await handlers.resume({ deps, session }, lastEventId);
  const leave = streams.enter(grant.actor);
  if (!leave) throw tooManyStreams();
  try {
    if (resumed) await resumeCall(options, ctx, { call, session, admitted, resumed });
    else {
      const sessionId = String(ctx.req.headers['mcp-session-id']);
      await sendNotifications(options, ctx, { call, session, sessionId, lifetime, scopes: grant.scopes, lastEventId });
    }
  } finally {
    leave();
  }
}

interface ResumedStream {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  admitted: Admitted;
  resumed: ResumedCall;
}

/** Sends the rest of a call whose stream was interrupted, on any process. Resuming again ends the earlier stream. */
async function resumeCall(options: McpOptions, ctx: HttpContext, resuming: ResumedStream): Promise<void> {
  const { deps, log } = options;
  const { session, admitted, resumed } = resuming;
  const cancelled = new AbortController();
  const topic = cancellationTopic(session, resumed.requestId);
  const { replaced, leave } = options.resumed.enter(topic);
  const sessionEnded = new AbortController();
  const signal = AbortSignal.any([resuming.call.signal, replaced, sessionEnded.signal]);
  const call: Call = { ...resuming.call, signal };
  const unsubscribe = deps.notifications.subscribe(topic, () => cancelled.abort());
  const unwatch = whenSessionEnds(options, session, () => sessionEnded.abort());
  const stream = openEventStream(ctx);
  const notify = (method: string, params: Record<string, unknown>, eventId?: string) =>
    stream.event({ event: 'message', data: { jsonrpc: '2.0', method, params }, ...(eventId && { id: eventId }) });
  call.signal.addEventListener('abort', () => stream.end(), { once: true });
  try {
    const context: FollowContext = {
      deps,
      call,
      reauthenticate: admitted.reauthenticate,
      requireNotRevoked: admitted.credentialCheck.requireNotRevoked,
      cancelled: cancelled.signal,
      gone: call.signal,
      notify,
      log(level, data) {
        if (isLogged(level, session.log_level)) notify('notifications/message', logMessage(level, data));
      },
    };
    const answer = await resumed.follow(context).catch((error: unknown) => {
      // After a fault of the service the client comes back and learns more; after a withdrawn token it gets nothing more.
      if (!(error instanceof AppError && error.status < 500 && error.code !== 'UNAUTHORIZED')) throw error;
      return errorMessage(resumed.requestId, visibleError(error, ctx, log));
    });
    if (!call.signal.aborted && !cancelled.signal.aborted) stream.event({ event: 'message', data: answer });
  } finally {
    unsubscribe();
    unwatch();
    leave();
    stream.end();
  }
  await stream.closed;
}
