import type { Call } from '../../../domain/kernel/call.ts';
import type { HttpContext } from '../../context.ts';
import { tooManyStreams } from '../../event-streams/open-streams.ts';
import { badRequest } from '../failure.ts';
import { takesEvents } from './accept.ts';
import { lifetimeOf } from './admission.ts';
import { sendNotifications } from './notification-stream.ts';
import type { Admitted, McpOptions } from './options.ts';
import { resumeCall } from './resumed-call.ts';
import { requireSession } from './session.ts';

/**
 * Serves a GET: notifications of changes for the session's partner or, when a client resumes the stream of a call, the
 * rest of that call. Throws Refusal and AppError before the stream has begun.
 */
export async function serveGet(options: McpOptions, ctx: HttpContext, admitted: Admitted): Promise<void> {
  const { deps, times, streams } = options;
  const { grant, readmit } = admitted;
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
    if (resumed) await resumeCall(options, ctx, { call, session, readmit, resumed });
    else await sendNotifications(options, ctx, { call, session, lifetime, scopes: grant.scopes, lastEventId });
  } finally {
    leave();
  }
}
