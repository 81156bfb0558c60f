import type { Ids } from '../../domain/kernel/deps.ts';
import type { HttpMiddleware } from '../context.ts';

/** Accepted ids of callers: none that could forge a log line or overflow a column. */
const VALID_ID = /^[A-Za-z0-9_.-]{8,64}$/;

/** Assigns each request an id, the caller's own where it is valid, and returns it as X-Request-Id. */
export function requestId({ ids }: { ids: Ids }): HttpMiddleware {
  return (ctx, next) => {
    const given = ctx.req.headers['x-request-id'];
    const id = typeof given === 'string' && VALID_ID.test(given) ? given : `req_${ids.uuid().replaceAll('-', '')}`;
    ctx.state = { requestId: id, startedAt: performance.now(), routePattern: 'unmatched' };
    ctx.res.setHeader('X-Request-Id', id);
    return next();
  };
}
