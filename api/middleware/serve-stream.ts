import type { Logger } from 'pino';
import type { Credential } from '../../domain/credentials/credential.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import { EVENT_STREAM } from '../event-streams/event.ts';
import { createLifetime } from '../event-streams/lifetime.ts';
import { type OpenStreams, tooManyStreams } from '../event-streams/open-streams.ts';
import type { StreamRoute } from '../route.ts';
import type { Match } from '../router.ts';
import type { Admission } from './admission.ts';
import { bodyInput, queryInput, readOrRefuse } from './route-input.ts';
import { sendChunks, sendEventStream } from './streams.ts';

/** What streams need of the process. */
export interface StreamServing {
  deps: Deps;
  publicUrl: string;
  streams: OpenStreams;
  /** How often the credential of a stream is checked, milliseconds. */
  recheckMs: number;
  log: Logger;
  /** Fires when the service stops: streams end. */
  stopping: AbortSignal;
}

/** Answers a route whose answer is a stream of events or a file. */
export async function serveStream(
  { deps, publicUrl, streams, recheckMs, stopping, log }: StreamServing,
  ctx: HttpContext,
  route: Pick<StreamRoute, 'method' | 'contentType' | 'open'>,
  match: Match,
  { credential: admitted, credentialCheck }: Extract<Admission<Credential>, { credential: Credential }>,
): Promise<void> {
  const raw =
    route.method === 'GET'
      ? queryInput(ctx, match)
      : await bodyInput(await readOrRefuse(ctx, admitted.actor), match, admitted.actor);
  const { actor, expiresAt } = await credentialCheck.current();
  const now = deps.clock.now();
  const lifetime = createLifetime(ctx.res, {
    stopping,
    expiresInMs: expiresAt === null ? null : expiresAt - now.getTime(),
    current: async () => requireSameRole(actor, (await credentialCheck.current()).actor),
    recheckMs,
  });
  const call: Call = { actor, requestId: ctx.state.requestId, signal: lifetime.signal };
  const lastEventId = ctx.req.headers['last-event-id'];
  const open = () =>
    route.open(deps, raw, {
      call,
      deps,
      publicUrl,
      now,
      language: ctx.state.language,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    });
  if (route.contentType !== EVENT_STREAM) return sendChunks(ctx, route.contentType, await open(), credentialCheck);
  // Before opening the stream, which may hold credits from then on.
  const leave = streams.enter(actor);
  if (!leave) throw tooManyStreams();
  try {
    await sendEventStream(ctx, await open(), lifetime, log);
  } finally {
    leave();
  }
}

/** Responses under an Idempotency-Key are stored, which a stream cannot be. Throws VALIDATION_ERROR. */
export function requireNoIdempotencyKey(ctx: HttpContext): void {
  if (ctx.req.headers['idempotency-key'] === undefined) return;
  const details = { 'Idempotency-Key': ['Is not taken where the answer is a stream.'] };
  throw new AppError('VALIDATION_ERROR', 'A stream cannot be repeated by its Idempotency-Key.', { details });
}

/**
 * A stream's permissions follow from the role at its start; after a change of role the client must reconnect. Throws
 * FORBIDDEN.
 */
function requireSameRole(before: Call['actor'], now: Call['actor']): void {
  const roleOf = (actor: Call['actor']) => ('role' in actor ? actor.role : undefined);
  if (roleOf(before) !== roleOf(now)) throw new AppError('FORBIDDEN', 'Your role is another than it was.');
}
