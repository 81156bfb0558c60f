import { AddressNotAllowed, type Credential } from '../../domain/credentials/credential.ts';
import type { UseCounter } from '../../domain/credentials/use-counter.ts';
import { AppError, notFound } from '../../domain/kernel/errors.ts';
import { clientMemory } from '../client-memory.ts';
import type { HttpContext } from '../context.ts';
import { EVENT_STREAM, prefersEvents } from '../event-streams/event.ts';
import { acceptedLanguage } from '../language/languages.ts';
import { type LegacyCounter, type LegacyMode, legacyGone, legacyHeaders } from '../legacy.ts';
import { API_PREFIX } from '../paths.ts';
import { unknownParameters } from '../read-input.ts';
import type { RouteTable } from '../router.ts';
import { turnKeyOf } from '../turns.ts';
import type { Admission, Admit } from './admission.ts';
import { MAX_BODY_BYTES } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { methodLabel } from './observe.ts';
import { type JsonServing, serveJson } from './serve-json.ts';
import { requireNoIdempotencyKey, type StreamServing, serveStream } from './serve-stream.ts';

/** Dependencies for serving a route, from admission to the response. */
export interface ServeApiOptions extends JsonServing, StreamServing {
  routes: RouteTable;
  admit: Admit<Credential>;
  /** Admits requests of calendar feeds, which have their own tokens. */
  admitFeed: Admit<Credential>;
  legacy: { mode: LegacyMode; count: LegacyCounter };
  uses: UseCounter;
  clientAddress: ClientAddress;
}

/**
 * Serves everything under /api. Callers can rely on the order of checks: disabled legacy path (410), method (405),
 * credential (401), unknown route (404), address (403), limits (429), Idempotency-Key, then those of the operation, among
 * which the body (413, 415, INVALID_JSON) stands where validation does.
 */
export function serveApi(options: ServeApiOptions): (ctx: HttpContext) => Promise<void> {
  const { routes, legacy } = options;
  const serve = async (ctx: HttpContext): Promise<void> => {
    const found = routes.find(ctx.method, ctx.path);
    const route = found && 'match' in found ? found.match.route : undefined;
    if (route) ctx.state.routePattern = API_PREFIX + route.path;
    if (found?.successor) ctx.set(legacyHeaders(found.successor));
    const isFeed = route?.operation.permission === 'calendar_feed';
    const admission = await (isFeed ? options.admitFeed(ctx) : options.admit(ctx));
    noteCaller(options, ctx, admission);
    if (found?.successor) {
      legacy.count(ctx.state.routePattern, partnerIdOf(admission));
      if (legacy.mode === 'gone') throw admission.limited ?? legacyGone();
    }
    if (found && 'allow' in found) {
      sendAllowed(ctx, found.allow);
      return;
    }
    if ('refusal' in admission) {
      const { limited, refusal } = admission;
      // A credential from a forbidden address is still valid, so an unknown route is reported first.
      throw !found && refusal.status === 403 ? notFound('Route') : (limited ?? refusal);
    }
    if (!found) throw notFound('Route');
    if (admission.limited) throw admission.limited;
    const { match } = found;
    const { route: served } = match;
    const key = turnKeyOf(admission.credential.actor);
    await ctx.state.inFlight?.identify(key);
    // Uploads have places of their own, and what waits for one is still at its client.
    clientMemory.enter(key, ctx, served.upload ? 0 : MAX_BODY_BYTES);
    // Other methods take nothing from the query; a feed's token is read with its credential.
    const unknown = isFeed
      ? []
      : unknownParameters(served.method === 'GET' ? served.operation.input : undefined, ctx.querystring);
    if (unknown.length > 0) ctx.set('X-Unknown-Parameters', unknown.join(', '));
    if (served.kind === 'stream') return serveStream(options, ctx, served, match, admission);
    if (served.events && prefersEvents(ctx.req.headers.accept)) {
      const { events, method } = served;
      requireNoIdempotencyKey(ctx);
      return serveStream(options, ctx, { ...events, method, contentType: EVENT_STREAM }, match, admission);
    }
    return serveJson(options, ctx, served, match, admission);
  };
  return async (ctx) => {
    try {
      await serve(ctx);
    } catch (error) {
      countFailure(options.uses, ctx, error);
      throw error;
    }
  };
}

/** Notes whose request it is, for the log and the answer, and counts it unless a limit refuses it. */
function noteCaller(
  { uses, clientAddress }: Pick<ServeApiOptions, 'uses' | 'clientAddress'>,
  ctx: HttpContext,
  admission: Admission<Credential>,
): void {
  ctx.state.partnerId = partnerIdOf(admission);
  if (!('credential' in admission)) return;
  const { actor, keyPrefix } = admission.credential;
  ctx.state.keyPrefix = keyPrefix;
  ctx.state.actor = actor;
  if (!admission.limited) uses.count(actor, clientAddress(ctx.req));
  // Only people at the console are answered in their language: programs may depend on our English.
  if (actor.kind !== 'user' || !actor.console) return;
  ctx.state.language = acceptedLanguage(ctx.req.headers['accept-language']);
  ctx.vary('Accept-Language');
}

function partnerIdOf(admission: Admission<Credential>): number | null {
  if (!('credential' in admission)) return null;
  const { actor } = admission.credential;
  return 'partnerId' in actor ? actor.partnerId : null;
}

function sendAllowed(ctx: HttpContext, allow: string): void {
  ctx.set('Allow', allow);
  if (ctx.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', `This path takes ${allow}.`);
  ctx.status = 204;
}

/** Counts a failed request for its caller, if it has one. */
function countFailure(uses: UseCounter, ctx: HttpContext, error: unknown): void {
  const actor = error instanceof AddressNotAllowed ? error.credential.actor : ctx.state.actor;
  if (!actor) return;
  const { status, code } = error instanceof AppError ? error : SERVER_ERROR;
  uses.fail(actor, {
    status,
    code,
    method: methodLabel(ctx.method),
    route: ctx.state.routePattern,
    requestId: ctx.state.requestId,
  });
}

/** What callers learn of unexpected errors. */
const SERVER_ERROR = { status: 500, code: 'SERVER_ERROR' };
