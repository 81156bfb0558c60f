import type { Tracing } from '../../infra/telemetry/tracing.ts';
import type { HttpMiddleware } from '../context.ts';
import { methodLabel } from './observe.ts';

/** Longest part of a User-Agent that is kept, characters. */
const MAX_AGENT_LENGTH = 100;

/**
 * Serves each request in a span, named by method and route. It joins the caller's trace; whether it is recorded the caller
 * does not decide. Without paths, queries, addresses and bodies: they may hold secrets and what partners wrote.
 */
export function traceRequests(tracing: Tracing): HttpMiddleware {
  return (ctx, next) => {
    const method = methodLabel(ctx.method);
    const origin = { stranger: ctx.req.headers['traceparent'] };
    const attributes = {
      'http.request.method': method,
      'marketwright.request_id': ctx.state.requestId,
      'user_agent.original': ctx.req.headers['user-agent']?.slice(0, MAX_AGENT_LENGTH),
    };
    return tracing.run({ name: method, kind: 'server', origin, attributes }, async (span) => {
      await next();
      const { routePattern, partnerId } = ctx.state;
      if (routePattern !== 'unmatched') span.rename(`${method} ${routePattern}`);
      span.set({
        'http.route': routePattern === 'unmatched' ? undefined : routePattern,
        'http.response.status_code': ctx.status,
        'marketwright.partner_id': partnerId ?? undefined,
      });
      if (ctx.status >= 500) span.fail(String(ctx.status));
    });
  };
}
