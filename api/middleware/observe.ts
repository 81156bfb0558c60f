import type { Logger } from 'pino';
import type { Ids } from '../../domain/kernel/deps.ts';
import type { HttpMetrics } from '../../infra/telemetry/metrics.ts';
import type { HttpContext, HttpMiddleware } from '../context.ts';
import type { ClientAddress } from './client-address.ts';

/** Accepted ids of callers: none that could forge a log line or overflow a column. */
const VALID_ID = /^[A-Za-z0-9_.-]{8,64}$/;

/** Assigns each request an id, the caller's own where it is valid, and returns it as X-Request-Id. */
export function requestId({ ids, publicUrl }: { ids: Ids; publicUrl: string }): HttpMiddleware {
  return (ctx, next) => {
    const given = ctx.req.headers['x-request-id'];
    const id = typeof given === 'string' && VALID_ID.test(given) ? given : `req_${ids.uuid().replaceAll('-', '')}`;
    ctx.state = { requestId: id, publicUrl, startedAt: performance.now(), routePattern: 'unmatched' };
    ctx.res.setHeader('X-Request-Id', id);
    return next();
  };
}

/** Pages that probes request every few seconds: logged at info only when they fail. */
const PROBES = new Set(['/healthz', '/livez', '/readyz']);
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Writes a line for each request to the access log, and the metrics, without query strings, bodies or secret identifiers. */
export function observe(options: {
  log: Logger;
  metrics: HttpMetrics;
  /** The caller's address, as trusted proxies report it. */
  clientAddress: ClientAddress;
  /** The trace of the request, for exemplars; undefined where there is none. */
  traceId?: (() => string | undefined) | undefined;
}): HttpMiddleware {
  const { log, metrics, clientAddress, traceId } = options;
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { startedAt, answeredAt = performance.now() } = ctx.state;
      const milliseconds = answeredAt - startedAt;
      const { method, status } = ctx;
      const trace = traceId?.();
      metrics.duration.observe({
        labels: { method: methodLabel(method), route: ctx.state.routePattern, status: `${Math.floor(status / 100)}xx` },
        value: milliseconds / 1000,
        exemplarLabels: trace === undefined ? {} : { trace_id: trace },
      });
      const level = status >= 500 ? 'error' : status < 400 && PROBES.has(ctx.state.routePattern) ? 'debug' : 'info';
      if (log.isLevelEnabled(level)) log[level](entry(ctx, milliseconds, clientAddress(ctx.req)), 'request');
    }
  };
}

/** Callers can invent methods, such as those of WebDAV; each would become a time series. */
export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

function entry(ctx: HttpContext, milliseconds: number, address: string): Record<string, unknown> {
  return {
    request_id: ctx.state.requestId,
    method: ctx.method,
    route: ctx.state.routePattern,
    // Some paths contain a secret, such as a session's token; the pattern is logged instead.
    path: /\{(token|uid)\}/.test(ctx.state.routePattern) ? undefined : ctx.path.slice(0, 500),
    status: ctx.status,
    duration_ms: Math.round(milliseconds * 10) / 10,
    partner_id: ctx.state.partnerId ?? undefined,
    key_prefix: ctx.state.keyPrefix,
    // Unknown once the connection is closed.
    address: address || undefined,
  };
}
