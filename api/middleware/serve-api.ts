import type { Logger } from 'pino';
import { AddressNotAllowed, type Credential } from '../../domain/credentials/credential.ts';
import type { UseCounter } from '../../domain/credentials/use-counter.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError, notFound } from '../../domain/kernel/errors.ts';
import { type RawInput, requireMayAsk } from '../../domain/kernel/invoke.ts';
import { loopTurns } from '../../domain/kernel/loop-turns.ts';
import { release } from '../../infra/processes/release.ts';
import { isCompressible, sendCompressible } from '../compression.ts';
import type { HttpContext } from '../context.ts';
import { EVENT_STREAM, prefersEvents } from '../event-streams/event.ts';
import { createLifetime } from '../event-streams/lifetime.ts';
import { type OpenStreams, tooManyStreams } from '../event-streams/open-streams.ts';
import { createJsonSlices, toJsonText } from '../json-slices.ts';
import { acceptedLanguage } from '../language/languages.ts';
import { type LegacyCounter, type LegacyMode, legacyGone, legacyHeaders } from '../legacy.ts';
import { isNotModified } from '../not-modified.ts';
import { pageLinks } from '../page-links.ts';
import { API_PREFIX } from '../paths.ts';
import { readPath, readQuery, unknownParameters } from '../read-input.ts';
import type { AddressOf } from '../record-address.ts';
import { CONDITIONAL, entityTagOf, preconditionOf, type TaggedRecord } from '../record-tags.ts';
import type { PresentContext } from '../resource.ts';
import type { JsonRoute, Route, RouteResponse, StreamRoute } from '../route.ts';
import { type Match, pathAsRouted, type RouteTable } from '../router.ts';
import { sendJson, sendJsonText } from '../send.ts';
import { turnForBody, turnKeyOf } from '../turns.ts';
import { inUploadPlace } from '../upload-places.ts';
import type { Admission, Admit } from './admission.ts';
import { type JsonBody, parseBody, readBody } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { answerIdempotently } from './idempotency.ts';
import { methodLabel } from './observe.ts';
import { sendChunks, sendEventStream } from './streams.ts';
import { parseUpload } from './upload-body.ts';

/** Dependencies for serving a route, from admission to the response. */
export interface ServeApiOptions {
  deps: Deps;
  routes: RouteTable;
  /** The records of the routes, with their entity tags. */
  records: ReadonlyMap<Route, TaggedRecord>;
  /** Where the records are read that routes make. */
  addresses: ReadonlyMap<Route, AddressOf>;
  admit: Admit<Credential>;
  /** Admits requests of calendar feeds, which have their own tokens. */
  admitFeed: Admit<Credential>;
  legacy: { mode: LegacyMode; count: LegacyCounter };
  uses: UseCounter;
  clientAddress: ClientAddress;
  streams: OpenStreams;
  /** How often the credential of a stream is checked, milliseconds. */
  recheckMs: number;
  publicUrl: string;
  log: Logger;
  /** Fires when the service stops: streams end. */
  stopping: AbortSignal;
  /** Fires when the service has waited long enough for requests in flight during a stop. */
  cutOff: AbortSignal;
}

/**
 * Serves everything under /api. Callers can rely on the order of checks: disabled legacy path (410), method (405),
 * credential (401), unknown route (404), address (403), limits (429), Idempotency-Key, then those of the operation, among
 * which the body (413, 415, INVALID_JSON) stands where validation does.
 */
export function serveApi(options: ServeApiOptions): (ctx: HttpContext) => Promise<void> {
  const { routes, legacy } = options;
  const serve = async (ctx: HttpContext): Promise<void> => {
    ctx.set('Cache-Control', 'no-store');
    const found = routes.find(ctx.method, ctx.path);
    const route = found && 'match' in found ? found.match.route : undefined;
    if (route) ctx.state.routePattern = API_PREFIX + route.path;
    if (found?.successor) ctx.set(legacyHeaders(found.successor));
    const isFeed = route?.operation.permission === 'calendar_feed';
    const admission = await (isFeed ? options.admitFeed(ctx) : options.admit(ctx));
    ctx.state.partnerId = partnerIdOf(admission);
    if ('credential' in admission) ctx.state.keyPrefix = admission.credential.keyPrefix;
    noteLanguage(ctx, admission);
    if ('credential' in admission) {
      ctx.state.actor = admission.credential.actor;
      if (!admission.limited) options.uses.count(ctx.state.actor, options.clientAddress(ctx.req));
    }
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
    await ctx.state.underWay?.identify(turnKeyOf(admission.credential.actor));
    const { match } = found;
    const { route: served } = match;
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
    return serveJson(options, ctx, served, match, admission.credential.actor);
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

/** Only people at the console are answered in their language: programs may depend on our English. */
function noteLanguage(ctx: HttpContext, admission: Admission<Credential>): void {
  const actor = 'credential' in admission ? admission.credential.actor : undefined;
  if (actor?.kind !== 'user' || !actor.console) return;
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

async function serveJson(
  { deps, publicUrl, log, cutOff, records, addresses }: ServeApiOptions,
  ctx: HttpContext,
  route: JsonRoute,
  match: Match,
  actor: Call['actor'],
): Promise<void> {
  const call: Call = { actor, requestId: ctx.state.requestId, signal: cutOff };
  const context: PresentContext = { call, publicUrl, now: deps.clock.now(), language: ctx.state.language };
  const record = records.get(route);
  const ifMatch = ctx.req.headers['if-match'];
  if (ifMatch !== undefined && CONDITIONAL.has(route.method))
    call.precondition = preconditionOf(ifMatch, record, { deps, params: pathInput(match), context });
  let answer: RouteResponse;
  if (route.method === 'GET') {
    answer = await route.respond(deps, queryInput(ctx, match), context);
  } else {
    const readAndRespond = async () => {
      const body = await readOrRefuse(ctx, actor, route.upload);
      try {
        return await respondToBody({ deps, log }, ctx, { route, match, actor, body, context });
      } finally {
        // Nothing of an upload is in memory once it was answered, be it by an error.
        if (route.upload && Buffer.isBuffer(body)) release(body);
      }
    };
    answer = await (route.upload ? inUploadPlace(actor, readAndRespond) : readAndRespond());
  }
  if (answer.headers) ctx.set(answer.headers);
  if (route.list?.isPaged) {
    const links = pageLinks({ publicUrl, path: ctx.path, querystring: ctx.querystring }, answer.body);
    // Beside the successor of a legacy path.
    if (links.length > 0) ctx.append('Link', links);
  }
  if (answer.body === undefined) return sendJson(ctx, answer.status, undefined);
  let text = answer.text;
  const serialize = async () => (text ??= await toJsonText(answer.body, createJsonSlices(turnKeyOf(actor))));
  const etag = await entityTagOf(record, answer, serialize, context);
  if (etag !== undefined) ctx.set('ETag', etag);
  if (route.method === 'GET' && isNotModified(ctx.req.headers, { ETag: etag })) return sendJson(ctx, 304, undefined);
  const address = answer.status === 201 ? addresses.get(route)?.(answer.body, match) : undefined;
  if (address !== undefined) ctx.set('Location', address);
  const send = isCompressible(route) ? sendCompressible : sendJsonText;
  return send(ctx, answer.status, await serialize());
}

/** What a route that changes something is called with. */
interface BodyRequest {
  route: JsonRoute;
  match: Match;
  actor: Call['actor'];
  body: Buffer | AppError;
  context: PresentContext;
}

async function respondToBody(
  { deps, log }: Pick<ServeApiOptions, 'deps' | 'log'>,
  ctx: HttpContext,
  { route, match, actor, body, context }: BodyRequest,
): Promise<RouteResponse> {
  const key = ctx.req.headers['idempotency-key'];
  const compared = comparedBytes(ctx, body);
  if (route.method !== 'POST' || key === undefined || !compared) {
    return route.respond(deps, await bodyInput(body, match, actor), context);
  }
  return answerIdempotently({
    ctx,
    deps,
    log,
    route,
    path: pathAsRouted(match),
    key: String(key),
    body: compared,
    context,
    requireMayAsk: () => requireMayAsk(deps, context.call, route.operation, () => bodyInput(body, match, actor)),
    run: async (keyed: Call) => route.respond(deps, await bodyInput(body, match, actor), { ...context, call: keyed }),
  });
}

async function serveStream(
  { deps, publicUrl, streams, recheckMs, stopping, log }: ServeApiOptions,
  ctx: HttpContext,
  route: Pick<StreamRoute, 'method' | 'contentType' | 'open'>,
  match: Match,
  { credential, readmit }: Extract<Admission<Credential>, { credential: Credential }>,
): Promise<void> {
  const { actor, expiresAt } = credential;
  const now = deps.clock.now();
  const lifetime = createLifetime(ctx.res, {
    stopping,
    expiresInMs: expiresAt === null ? null : expiresAt - now.getTime(),
    readmit: async () => requireSameRole(actor, (await readmit()).actor),
    recheckMs,
  });
  const call: Call = { actor, requestId: ctx.state.requestId, signal: lifetime.signal };
  const raw =
    route.method === 'GET' ? queryInput(ctx, match) : await bodyInput(await readOrRefuse(ctx, actor), match, actor);
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
  if (route.contentType !== EVENT_STREAM) return sendChunks(ctx, route.contentType, await open());
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
function requireNoIdempotencyKey(ctx: HttpContext): void {
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

function queryInput(ctx: HttpContext, match: Match): RawInput {
  const { value, problems } = readQuery(match.route.operation.input, ctx.querystring);
  return { params: pathInput(match), input: value, problems };
}

/** The body's bytes, or why they are refused: the operation throws that once permission and record are checked. */
async function readOrRefuse(
  ctx: HttpContext,
  actor: Call['actor'],
  upload?: { maxBytes: number },
): Promise<Buffer | AppError> {
  try {
    return await readBody(ctx.req, upload && { ...upload, turn: () => loopTurns.take(turnKeyOf(actor)) });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * What a repeat with the same Idempotency-Key is compared by: the body, or the type and length of one that is refused
 * unread. undefined for a body that ended early, of which the repeat has more.
 */
function comparedBytes({ req: { headers } }: HttpContext, body: Buffer | AppError): Buffer | undefined {
  if (!(body instanceof AppError)) return body;
  if (body.code === 'INVALID_JSON') return undefined;
  const mediaType = headers['content-type']?.split(';', 1)[0];
  return Buffer.from(JSON.stringify([body.code, mediaType, headers['content-encoding'], headers['content-length']]));
}

/** A large body is parsed in its partner's turn, and so is what comes after. */
async function bodyInput(body: Buffer | AppError, match: Match, actor: Call['actor']): Promise<RawInput> {
  const params = pathInput(match);
  if (body instanceof AppError) return { params, refusal: body };
  const turn = turnForBody(actor, body);
  try {
    const { value, problems } = await parseInTurns(body, match.route, turn);
    return { params, input: value, problems, turn };
  } catch (error) {
    if (error instanceof AppError) return { params, refusal: error };
    throw error;
  }
}

async function parseInTurns(body: Buffer, route: Route, turn: (() => Promise<void>) | undefined): Promise<JsonBody> {
  if (turn && route.upload) return parseUpload(body, turn);
  await turn?.();
  return parseBody(body, turn);
}

/** A path that cannot be decoded matches no record. */
function pathInput({ params, route }: Match): Record<string, unknown> {
  if (!params) throw route.operation.unknownRecord?.() ?? notFound('Record');
  return readPath(route.operation.params, params);
}
