import type Koa from 'koa';
import type { Logger } from 'pino';
import { isAbort, isAbortedBody } from '../client-abort.ts';
import { asAppError, retryHeader } from '../middleware/errors.ts';
import { errorPage } from './pages.ts';

/** Tells people on a page what has failed while they sign in or consent, and when to come again; the provider would say "Internal Server Error". */
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
