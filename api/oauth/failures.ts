import type Koa from 'koa';
import type { Logger } from 'pino';
import { isAbort, isAbortedBody } from '../client-abort.ts';
import { asAppError, retryHeader } from '../middleware/errors.ts';
import { errorPage } from './pages.ts';

/**
 * Shows people a page about failures during sign-in or consent, with the time to retry; the provider would show
 * "Internal Server Error".
 */
export function failuresAsPages(log: Logger): Koa.Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (isAbort(error) || isAbortedBody(error) || ctx.headerSent) throw error;
      const known = asAppError(error, String(ctx.res.getHeader('X-Request-Id')), log);
      ctx.respond = true;
      ctx.status = known.status;
      ctx.set(retryHeader(known));
      const isAway = known.code === 'SERVICE_UNAVAILABLE';
      errorPage(ctx, { error: isAway ? 'temporarily_unavailable' : 'server_error', error_description: known.message });
    }
  };
}
