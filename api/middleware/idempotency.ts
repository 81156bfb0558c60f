import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  checkKey,
  claim,
  finish,
  finishLater,
  type HeldKey,
  ownerOf,
  underLock,
} from '../../domain/idempotency/keys.ts';
import { type StoredResponse, withoutSecrets } from '../../domain/idempotency/responses.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { conflict } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import type { PresentContext } from '../resource.ts';
import type { JsonRoute, RouteResponse } from '../route.ts';
import { asAppError, errorBody, retryHeader } from './errors.ts';

/** A request with an Idempotency-Key. */
interface KeyedRequest {
  ctx: HttpContext;
  deps: Deps;
  log: Logger;
  route: JsonRoute;
  /** As routed: independent of the path's spelling. */
  path: string;
  key: string;
  body: Buffer;
  context: PresentContext;
  /** Runs the request; its errors are stored for repeats, too. */
  run: (call: Call) => Promise<RouteResponse>;
}

/** The response under an Idempotency-Key: of this request, or of the earlier one that it repeats. */
export async function answerIdempotently(request: KeyedRequest): Promise<RouteResponse> {
  const { ctx, deps, path, key, body, context } = request;
  checkKey(key);
  const scope = { owner: ownerOf(context.call.actor), method: ctx.method, path, key };
  const claimed = await claim(deps, scope, body);
  if (claimed.kind === 'replay') {
    ctx.set('Idempotency-Replayed', 'true');
    return claimed.answer;
  }
  const { held } = claimed;
  const answer = await underLock(deps, held, () => runOrRecover(request, held));
  const interim = 'interim' in answer && answer.interim === true;
  const kept = { status: answer.status, body: answer.body, headers: answer.headers ?? {}, interim };
  try {
    await finish(deps, held, kept, request.route.secrets);
  } catch (error) {
    // The row has the id of the created record; a repeat finds it once the database is back, at the latest when the
    // lock has expired.
    request.log.warn({ err: error, request_id: ctx.state.requestId }, 'an answer could not be kept for repeats yet');
    void finishLater(deps, held, kept, request.route.secrets, (ms) => delay(ms, undefined, { ref: false }));
  }
  return answer;
}

/** Runs the request, or recovers the response of an earlier one whose process died between commit and response. */
async function runOrRecover(request: KeyedRequest, held: HeldKey): Promise<StoredResponse | RouteResponse> {
  const { ctx, deps, route, context, log } = request;
  const call: Call = { ...context.call, idempotency: { rowId: held.id, lockToken: held.lockToken } };
  try {
    if (held.madeId === null) return await request.run(call);
    ctx.set('Idempotency-Replayed', 'true');
    if (!route.recover) throw conflict('This request was carried out, but its answer was lost; look for its result.');
    const {
      status,
      body,
      headers = {},
      interim = false,
    } = await route.recover(deps, held.madeId, { ...context, call });
    return { ...withoutSecrets({ status, body, headers }, route.secrets), interim };
  } catch (error) {
    const known = asAppError(error, ctx.state.requestId, log);
    ctx.set(retryHeader(known, ctx.response.get('RateLimit-Policy')));
    return { status: known.status, body: errorBody(known, ctx.state), headers: {} };
  }
}
