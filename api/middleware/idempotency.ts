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
import { type FinalResponse, withoutSecrets } from '../../domain/idempotency/responses.ts';
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
  /** Throws FORBIDDEN or CAPABILITY_NOT_ALLOWED where the caller may not make the request, whoever made it before. */
  requireMayAsk: () => Promise<void>;
  /** Runs the request; its errors are stored for repeats, too. */
  run: (call: Call) => Promise<RouteResponse>;
}

/** The response under an Idempotency-Key: of this request, or of the earlier one that it repeats. */
export async function answerIdempotently(request: KeyedRequest): Promise<RouteResponse> {
  const { ctx, deps, path, key, body, context } = request;
  checkKey(key);
  const scope = { owner: ownerOf(context.call.actor), method: ctx.method, path, key };
  const keyFamilyId = keyFamilyOf(context.call.actor);
  const claimed = await claim(deps, scope, body, keyFamilyId);
  if (claimed.kind === 'replay') {
    if (claimed.answer.status < 400) await request.requireMayAsk();
    ctx.set('Idempotency-Replayed', 'true');
    return claimed.answer;
  }
  const { held } = claimed;
  const answer = await underLock(deps, held, () => runOrRecover(request, held));
  const kept: FinalResponse = {
    status: answer.status,
    body: answer.body,
    headers: answer.headers ?? {},
    interim: 'interim' in answer && answer.interim === true,
    undone: 'undone' in answer && answer.undone === true,
    ...(answer.status === 403 && keyFamilyId !== undefined && { refusedTo: keyFamilyId }),
  };
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

/** The family of the partner's key that asks; undefined: nobody with whom others share an owner. */
function keyFamilyOf(actor: Call['actor']): number | undefined {
  return actor.kind === 'partner_key' ? actor.keyFamilyId : undefined;
}

/** Runs the request, or recovers the response of an earlier one whose process died between commit and response. */
async function runOrRecover(request: KeyedRequest, held: HeldKey): Promise<FinalResponse | RouteResponse> {
  const { ctx, deps, route, context, log } = request;
  const call: Call = { ...context.call, idempotency: { rowId: held.id, lockToken: held.lockToken } };
  try {
    if (held.madeId === null) return await request.run(call);
    await request.requireMayAsk();
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
    // What failed on the way is no response of the earlier request.
    if (known.status >= 500) ctx.remove('Idempotency-Replayed');
    return { status: known.status, body: errorBody(known, ctx.state), headers: {}, undone: known.undone };
  }
}
