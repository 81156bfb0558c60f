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
import type { EdgeContext } from '../context.ts';
import type { PresentContext } from '../resource.ts';
import type { Answer, JsonRoute } from '../route.ts';
import { asAppError, errorBody, retryHeader } from './errors.ts';

/** A request that came with an Idempotency-Key. */
interface KeyedRequest {
  ctx: EdgeContext;
  deps: Deps;
  log: Logger;
  route: JsonRoute;
  /** As it was routed: however the path was spelled. */
  path: string;
  key: string;
  body: Buffer;
  context: PresentContext;
  /** Carries the request out; its errors are kept for repeats, too. */
  run: (call: Call) => Promise<Answer>;
}

/** The answer under an Idempotency-Key: of this request, or of the earlier one that it repeats. */
export async function answerOnce(request: KeyedRequest): Promise<Answer> {
  const { ctx, deps, path, key, body, context } = request;
  checkKey(key);
  const scope = { owner: ownerOf(context.call.actor), method: ctx.method, path, key };
  const claimed = await claim(deps, scope, body);
  if (claimed.kind === 'replay') {
    ctx.set('Idempotency-Replayed', 'true');
    return claimed.answer;
  }
  const { held } = claimed;
  const answer = await underLock(deps, held, () => carryOut(request, held));
  const interim = 'interim' in answer && answer.interim === true;
  const kept = { status: answer.status, body: answer.body, headers: answer.headers ?? {}, interim };
  try {
    await finish(deps, held, kept, request.route.secrets);
  } catch (error) {
    // What the work made is marked; a repeat finds it once the database is back, at the latest when the lock has lapsed.
    request.log.warn({ err: error, request_id: ctx.state.requestId }, 'an answer could not be kept for repeats yet');
    void finishLater(deps, held, kept, request.route.secrets, (ms) => delay(ms, undefined, { ref: false }));
  }
  return answer;
}

/** Runs the request, or answers again with what an earlier one made whose process died between its commit and its answer. */
async function carryOut(request: KeyedRequest, held: HeldKey): Promise<StoredResponse | Answer> {
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
    ctx.set(retryHeader(known));
    return { status: known.status, body: errorBody(known), headers: {} };
  }
}
