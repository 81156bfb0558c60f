import type { RequestListener } from 'node:http';
import cors from '@koa/cors';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Authenticator } from '../domain/credentials/authenticator.ts';
import type { UseCounter } from '../domain/credentials/use-counter.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { RateLimiter } from '../domain/rate-limits/limiter.ts';
import type { ClockComparison } from '../infra/clock/comparison.ts';
import { withKnownFields } from '../infra/telemetry/log.ts';
import { createHttpMetrics } from '../infra/telemetry/metrics.ts';
import type { Tracing } from '../infra/telemetry/tracing.ts';
import { accessibilityPages } from './accessibility/pages.ts';
import { isAbort } from './client-abort.ts';
import { CONSOLE_PREFIX } from './console/settings.ts';
import type { HttpContext, HttpMiddleware, HttpState } from './context.ts';
import { CARD_PATH, discoveryPages } from './discovery/pages.ts';
import { createOpenStreams } from './event-streams/open-streams.ts';
import { guidePages } from './guides/pages.ts';
import { healthPages, type Part } from './health/pages.ts';
import { createLegacyCounter, type LegacyMode } from './legacy.ts';
import { isMcp } from './mcp/toolsets.ts';
import { createMcpEndpoint, type McpEndpointOptions } from './mcp/transport/endpoint.ts';
import { createAdmission } from './middleware/admission.ts';
import type { ClientAddress } from './middleware/client-address.ts';
import { apiCredentials, feedCredentials } from './middleware/credentials.ts';
import { errors } from './middleware/errors.ts';
import { observe, requestId } from './middleware/observe.ts';
import { servePages } from './middleware/pages.ts';
import { createRequestCounter } from './middleware/rate-limits.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { serveApi } from './middleware/serve-api.ts';
import { traceRequests } from './middleware/trace-requests.ts';
import { apiChallenger } from './oauth/challenge.ts';
import type { OauthServices } from './oauth/oauth.ts';
import { OAUTH_PREFIX } from './oauth/resources.ts';
import { documentPages } from './openapi/pages.ts';
import { createGatewayEndpoint, gatewayChallenge, isGateway } from './payments/endpoint.ts';
import { addressesOf } from './record-address.ts';
import { recordTagsOf } from './record-tags.ts';
import type { Route } from './route.ts';
import { createRouteTable } from './router.ts';
import { countInFlight } from './turns.ts';
import { whileClocksAgree } from './while-clocks-agree.ts';

/** What the API application consists of; the composition root provides it. */
export interface AppOptions {
  deps: Deps;
  http: {
    publicUrl: string;
    corsOrigins: readonly string[];
    /** Whether paths from before versioning are served; they are unless given. */
    legacyRoutes?: LegacyMode;
    /** How often the credential of an open event stream is checked, milliseconds. */
    streamRecheckMs: number;
    /** E-mail address or URL on the accessibility page. */
    accessibilityContact?: string | undefined;
    /** E-mail address or URL in security.txt, which is not served without one. */
    securityContact?: string | undefined;
  };
  clientAddress: ClientAddress;
  /** The routes of all areas; of several matching paths the most literal wins. */
  routes: readonly Route[];
  /** Authenticators for the kinds of bearer credentials, tried in order. */
  authenticators: readonly Authenticator[];
  oauth: Pick<OauthServices, 'server' | 'pages'>;
  /** Serves /console; without it, as in unrelated tests, the path is unknown. */
  console?: (ctx: HttpContext) => Promise<void>;
  limiter: RateLimiter;
  uses: UseCounter;
  /** The MCP endpoint; without it, as in unrelated tests, its path is unknown. */
  mcp?: McpEndpointOptions;
  /** Event streams that one partner may keep open in this process; the default applies unless given. */
  maxStreamsPerPartner?: number | undefined;
  /** Work is refused while they differ. */
  clocks: Pick<ClockComparison, 'requireAgreement'>;
  /** Parts that /readyz reports: `database`, `temporal`, `ai`. */
  readiness: Record<string, Part>;
  log: Logger;
  registry: Registry;
  /** Nothing is traced when absent. */
  tracing?: Tracing | undefined;
}

/** The application, ready to be served. */
export interface App {
  handler: RequestListener;
  /** Makes /readyz fail; requests are served as before. */
  markNotReady(): void;
  /** Makes /readyz fail and ends the streams; other requests continue. */
  beginStop(): void;
  /** Aborts the requests that are still running. */
  cutOff(): void;
}

/** Builds the application. Requests pass the middleware in the order of this function. */
export async function createApp(options: AppOptions): Promise<App> {
  const { deps, http, routes, log, registry } = options;
  const leaving = new AbortController();
  const stopping = new AbortController();
  const cuttingOff = new AbortController();
  const metrics = createHttpMetrics(registry);
  const counter = createRequestCounter({ ...options, metrics });
  const streams = createOpenStreams({ perPartner: options.maxStreamsPerPartner });

  const pages = servePages({
    ...healthPages({ readiness: options.readiness, log, leaving: leaving.signal, registry }),
    ...guidePages(),
    ...accessibilityPages(http.accessibilityContact),
    ...discoveryPages({
      publicUrl: http.publicUrl,
      securityContact: http.securityContact,
      now: () => deps.clock.now(),
    }),
    ...documentPages({ routes, publicUrl: http.publicUrl }),
    ...options.oauth.pages,
  });
  const api = serveApi({
    deps,
    routes: createRouteTable(routes),
    records: recordTagsOf(routes),
    addresses: addressesOf(routes),
    admit: createAdmission({ counter, limiter: options.limiter }, apiCredentials(options)),
    admitFeed: createAdmission({ counter, limiter: options.limiter }, feedCredentials(deps)),
    legacy: { mode: http.legacyRoutes ?? 'serve', count: createLegacyCounter(registry) },
    uses: options.uses,
    clientAddress: options.clientAddress,
    streams,
    recheckMs: http.streamRecheckMs,
    publicUrl: http.publicUrl,
    log,
    stopping: stopping.signal,
    cutOff: cuttingOff.signal,
  });

  const mcp =
    options.mcp &&
    createMcpEndpoint(
      {
        deps,
        publicUrl: http.publicUrl,
        corsOrigins: http.corsOrigins,
        limiter: options.limiter,
        counter,
        streams,
        recheckMs: http.streamRecheckMs,
        log,
        stopping: stopping.signal,
        cutOff: cuttingOff.signal,
        tracing: options.tracing,
      },
      options.mcp,
    );

  const gateways = createGatewayEndpoint({ deps, counter, log });

  const koa = new Koa<HttpState>();
  koa.on('error', (error: unknown) => {
    // A client that disconnects during a response is not our failure.
    if (!isAbort(error)) log.error({ err: error }, 'an answer could not be sent');
  });
  koa.use(requestId({ ids: deps.ids, publicUrl: http.publicUrl }));
  if (options.tracing) koa.use(traced(options.tracing));
  koa.use(countInFlight());
  koa.use(
    observe({
      log: withKnownFields(log),
      metrics,
      clientAddress: options.clientAddress,
      traceId: options.tracing && (() => options.tracing?.logFields().trace_id),
    }),
  );
  koa.use(await securityHeaders({ https: http.publicUrl.startsWith('https:') }));
  const challengeOfApi = apiChallenger(http.publicUrl);
  koa.use(
    errors(log, (request, refusal) =>
      (isGateway(request.url?.split('?', 1)[0] ?? '') ? gatewayChallenge : challengeOfApi)(request, refusal),
    ),
  );
  if (http.corsOrigins.length > 0) koa.use(crossOrigin(http.corsOrigins));
  koa.use(refusedPreflights);
  koa.use(whileClocksAgree({ ...options, isWork }));
  koa.use((ctx) => {
    if (mcp && isMcp(ctx.path)) return mcp(ctx);
    if (ctx.path === CARD_PATH) return pages(ctx);
    if (isBelow('/api', ctx.path)) return api(ctx);
    if (isGateway(ctx.path)) return gateways(ctx);
    if (options.console && isBelow(CONSOLE_PREFIX, ctx.path)) return options.console(ctx);
    const { server } = options.oauth;
    return server && isBelow(OAUTH_PREFIX, ctx.path) ? server(ctx) : pages(ctx);
  });

  return {
    handler: koa.callback(),
    markNotReady: () => leaving.abort(),
    beginStop() {
      leaving.abort();
      stopping.abort();
    },
    cutOff: () => cuttingOff.abort(),
  };
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

/** Not pages, probes and files of the console. */
function isWork(path: string): boolean {
  return isMcp(path) || isBelow('/api', path) || isGateway(path) || isBelow(OAUTH_PREFIX, path);
}

function traced(tracing: Tracing): HttpMiddleware {
  const trace = traceRequests(tracing);
  return (ctx, next) => (isWork(ctx.path) ? trace(ctx, next) : next());
}

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotency-Replayed',
  'Location',
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'ETag',
  'Content-Disposition',
  'Deprecation',
  'Sunset',
  'Link',
  'X-Unknown-Parameters',
  'X-Deprecation-Notice',
];

/**
 * Answers a preflight of an origin that is not allowed, without permissions and before it is counted: a browser sends it
 * without being asked, and its request never follows.
 */
const refusedPreflights: HttpMiddleware = async (ctx, next) => {
  const { origin, 'access-control-request-method': method } = ctx.req.headers;
  const isOwn = isBelow(OAUTH_PREFIX, ctx.path);
  if (ctx.method !== 'OPTIONS' || origin === undefined || method === undefined || isOwn) return next();
  ctx.vary('Origin');
  ctx.status = 204;
};

function crossOrigin(origins: readonly string[]): Koa.Middleware {
  return cors({
    origin: (ctx: Koa.Context) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
}
