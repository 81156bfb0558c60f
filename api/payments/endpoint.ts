import type { Logger } from 'pino';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError, invalid, notFound } from '../../domain/kernel/errors.ts';
import { GATEWAYS } from '../../domain/kernel/gateways.ts';
import { perform } from '../../domain/kernel/step.ts';
import { receiveEvent } from '../../domain/payments/steps/receive-event.ts';
import { gatewayLimits } from '../../domain/rate-limits/rules.ts';
import { ChallengeRefused, type Received, SignatureRefused, UnreadableEvent } from '../../infra/payments/port.ts';
import { clientMemory } from '../client-memory.ts';
import type { HttpContext } from '../context.ts';
import { MAX_BODY_BYTES, readBytes } from '../middleware/body.ts';
import type { Challenger } from '../middleware/errors.ts';
import type { RequestCounter } from '../middleware/rate-limits.ts';
import { sendJson } from '../send.ts';

/** `/webhooks/{gateway}`, which is kept permanently, and `/webhooks/v1/{gateway}` are the same. */
const PATH = /^\/webhooks(\/v1)?\/([^/]+)\/?$/;
const METHODS = ['GET', 'POST'] as const;
const ALLOW = 'GET, OPTIONS, POST';

/** Whether a path belongs to a payment gateway, known or not. */
export function isGateway(path: string): boolean {
  return PATH.test(path);
}

/** The challenge of a gateway's refusals: requests are signed, so a token would not help. */
export const gatewayChallenge: Challenger = (_request, { code }) =>
  code === 'UNAUTHORIZED' ? 'Signature realm="webhooks"' : undefined;

/**
 * The endpoint for payment gateways' events. Checks, in this order: limits of the address (429), gateway (404), method
 * (405), size of the body (413), signature (401), event (400, 422). It responds once the event is stored; the event is
 * applied afterwards.
 */
export function createGatewayEndpoint({ deps, counter, log }: { deps: Deps; counter: RequestCounter; log: Logger }) {
  return async (ctx: HttpContext): Promise<void> => {
    const [, version = '', name = ''] = PATH.exec(ctx.path) ?? [];
    ctx.state.routePattern = `/webhooks${version}/{gateway}`;
    const taken = await counter.count(ctx, gatewayLimits(counter.networkOf(ctx)));
    if (taken.outcome === 'refused') throw counter.refuse(taken);

    const gateway = GATEWAYS.find((known) => known === name);
    if (gateway === undefined || !deps.gateways[gateway].isOpen) throw notFound('Payment gateway');
    const method = methodOf(ctx);
    if (method === undefined) return;
    // Anybody may send one: it is read before its signature is known.
    clientMemory.enter(`gateway ${counter.networkOf(ctx)}`, ctx, MAX_BODY_BYTES);
    const body = method === 'POST' ? await readBytes(ctx.req, MAX_BODY_BYTES) : Buffer.alloc(0);
    const request = { method, headers: ctx.req.headers, query: ctx.querystring, body };
    let received: Received;
    try {
      received = await deps.gateways[gateway].receive(request, deps.clock.now());
    } catch (error) {
      if (error instanceof SignatureRefused) {
        deps.meters.paymentEvent(gateway, 'refused');
        throw new AppError('UNAUTHORIZED', error.message);
      }
      // Anybody may ask, so it is not logged.
      if (error instanceof ChallengeRefused) throw invalid({ challenge: [error.message] });
      // The signature is valid, so the gateway sent it; this line is the only trace of it.
      if (error instanceof UnreadableEvent) {
        log.warn({ gateway, request_id: ctx.state.requestId, reason: error.message }, 'a gateway sent no event');
        throw error.isJson ? invalid({ body: [error.message] }) : new AppError('INVALID_JSON', error.message);
      }
      throw error;
    }
    if (received.kind === 'challenge') return echo(ctx, received.text);
    const { id, type, payload } = received;
    const { requestId } = ctx.state;
    const { isDuplicate } = await perform(deps, receiveEvent, { gateway, id, type, payload }, { requestId });
    sendJson(ctx, 200, { received: true, ...(isDuplicate && { duplicate: true }) });
  };
}

/** undefined: OPTIONS, which is answered. Throws METHOD_NOT_ALLOWED. */
function methodOf(ctx: HttpContext): (typeof METHODS)[number] | undefined {
  const method = METHODS.find((known) => known === ctx.method);
  if (method !== undefined) return method;
  ctx.set('Allow', ALLOW);
  if (ctx.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', `This path takes ${ALLOW}.`);
  ctx.status = 204;
  return undefined;
}

/** As plain text, which no browser renders as a page. */
function echo(ctx: HttpContext, text: string): void {
  ctx.status = 200;
  ctx.set('Content-Type', 'text/plain; charset=utf-8');
  ctx.body = text;
}
