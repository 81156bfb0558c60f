import type { Logger } from 'pino';
import type { ClockComparison } from '../infra/clock/comparison.ts';
import type { HttpContext, HttpMiddleware } from './context.ts';
import { refusalOf } from './mcp/failure.ts';
import { isMcp } from './mcp/toolsets.ts';
import { asAppError, retryHeader, sendFailure } from './middleware/errors.ts';
import { OAUTH_PREFIX } from './oauth/resources.ts';
import { refuse } from './oauth/server.ts';

/**
 * Refuses work while the clocks differ, in the form of the protocol: by a wrong clock keys would have expired, repeats would run again,
 * and invoices and changes would have wrong dates for good.
 */
export function whileClocksAgree(options: {
  clocks: Pick<ClockComparison, 'requireAgreement'>;
  isWork(path: string): boolean;
  log: Logger;
}): HttpMiddleware {
  const { clocks, isWork, log } = options;
  return async (ctx, next) => {
    if (isWork(ctx.path)) {
      try {
        await clocks.requireAgreement();
      } catch (error) {
        if (isMcp(ctx.path)) return refuseMcp(ctx, error, log);
        if (ctx.path.startsWith(`${OAUTH_PREFIX}/`)) return refuseOauth(ctx, error, log);
        throw error;
      }
    }
    return next();
  };
}

function refuseMcp(ctx: HttpContext, error: unknown, log: Logger): void {
  const refusal = refusalOf(error, ctx, log);
  sendFailure(ctx, refusal.status, refusal.headers, refusal.body());
}

function refuseOauth(ctx: HttpContext, error: unknown, log: Logger): void {
  const known = asAppError(error, ctx.state.requestId, log);
  ctx.set(retryHeader(known));
  refuse(ctx, known.status, { error: 'temporarily_unavailable', error_description: known.message });
}
