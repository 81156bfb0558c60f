import type { Logger } from 'pino';
import type { Credential } from '../../domain/credentials/credential.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { AppError } from '../../domain/kernel/errors.ts';
import { requireMayAsk } from '../../domain/kernel/invoke.ts';
import { release } from '../../infra/processes/release.ts';
import { clientMemory } from '../client-memory.ts';
import { isCompressible, sendCompressible } from '../compression.ts';
import type { HttpContext } from '../context.ts';
import { createJsonSlices, toJsonText } from '../json-slices.ts';
import { isNotModified } from '../not-modified.ts';
import { pageLinks } from '../page-links.ts';
import type { AddressOf } from '../record-address.ts';
import { CONDITIONAL, entityTagOf, preconditionOf, type TaggedRecord } from '../record-tags.ts';
import type { PresentContext } from '../resource.ts';
import type { JsonRoute, Route, RouteResponse } from '../route.ts';
import { type Match, pathAsRouted } from '../router.ts';
import { sendJson, sendJsonText } from '../send.ts';
import { turnKeyOf } from '../turns.ts';
import { inUploadSlot } from '../upload-slots.ts';
import type { Admission } from './admission.ts';
import { answerIdempotently } from './idempotency.ts';
import { bodyInput, comparedBytes, pathInput, queryInput, readOrRefuse } from './route-input.ts';

/** What answers in JSON need of the process. */
export interface JsonServing {
  deps: Deps;
  publicUrl: string;
  /** The records of the routes, with their entity tags. */
  records: ReadonlyMap<Route, TaggedRecord>;
  /** Where the records are read that routes make. */
  addresses: ReadonlyMap<Route, AddressOf>;
  log: Logger;
  /** Fires when the service has waited long enough for requests in flight during a stop. */
  cutOff: AbortSignal;
}

/** Answers a route whose answer is JSON, or nothing. */
export async function serveJson(
  { deps, publicUrl, log, cutOff, records, addresses }: JsonServing,
  ctx: HttpContext,
  route: JsonRoute,
  match: Match,
  { credential: { actor }, credentialCheck }: Extract<Admission<Credential>, { credential: Credential }>,
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
        call.actor = (await credentialCheck.current()).actor;
        return await respondToBody({ deps, log }, ctx, { route, match, actor: call.actor, body, context });
      } finally {
        // Nothing of an upload is in memory once it was answered, be it by an error.
        if (route.upload && Buffer.isBuffer(body)) release(body);
      }
    };
    answer = await (route.upload ? inUploadSlot(actor, readAndRespond) : readAndRespond());
  }
  if (answer.headers) ctx.set(answer.headers);
  if (route.list?.isPaged) {
    const links = pageLinks({ publicUrl, path: ctx.path, querystring: ctx.querystring }, answer.body);
    // Beside the successor of a legacy path.
    if (links.length > 0) ctx.append('Link', links);
  }
  if (answer.body === undefined) return sendJson(ctx, answer.status, undefined);
  let serialized = answer.text;
  const serialize = async () => (serialized ??= await toJsonText(answer.body, createJsonSlices(turnKeyOf(actor))));
  const etag = await entityTagOf(record, answer, serialize, context);
  if (etag !== undefined) ctx.set('ETag', etag);
  if (route.method === 'GET' && isNotModified(ctx.req.headers, { ETag: etag })) return sendJson(ctx, 304, undefined);
  const address = answer.status === 201 ? addresses.get(route)?.(answer.body, match) : undefined;
  if (address !== undefined) ctx.set('Location', address);
  const text = await serialize();
  // Others that were asked for at the same time may be in memory by now, unread.
  if (route.method === 'GET') clientMemory.requireCapacity(turnKeyOf(actor));
  const send = isCompressible(route) ? sendCompressible : sendJsonText;
  return send(ctx, answer.status, text);
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
  { deps, log }: Pick<JsonServing, 'deps' | 'log'>,
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
