import type { Logger } from 'pino';
import type { Deps } from '../../domain/kernel/deps.ts';
import { replaceCatalogue } from '../../domain/mcp/change-store.ts';
import { createSessionReader } from '../../domain/mcp/session-reader.ts';
import { endSession } from '../../domain/mcp/sessions.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import type { HttpMetrics } from '../../infra/telemetry/metrics.ts';
import type { EdgeContext } from '../context.ts';
import type { ClientAddress } from '../middleware/client-address.ts';
import { asAppError } from '../middleware/errors.ts';
import type { AccessTokens } from '../oauth/access-tokens.ts';
import { sendJson } from '../send.ts';
import { createMcpAdmission } from './admission.ts';
import { challenges, MCP_PATH } from './challenge.ts';
import { badRequest, Refusal, refusalOf } from './failure.ts';
import type { Handlers } from './handlers/handlers.ts';
import { createNewest } from './newest.ts';
import type { Admitted, McpOptions, StreamTimes } from './options.ts';
import { originGuard } from './origins.ts';
import { servePost } from './post.ts';
import { SERVER_INFO } from './schema.ts';
import { lookUpSession, ownerOf, requireSession } from './session.ts';
import { createSlots } from './slots.ts';
import { serveGet } from './stream.ts';

/** Streams that one process keeps open. */
const MAX_STREAMS = 5_000;
/** Of those, streams of one partner. */
const MAX_STREAMS_PER_PARTNER = 500;

/** The contract's: a heartbeat each 30 s, an end after 5 minutes. */
const TIMES: StreamTimes = { heartbeatMs: 30_000, lifetimeMs: 300_000 };

/** What the endpoint is composed of; tests put another verifier, other handlers and lower limits in. */
export interface McpEndpointOptions {
  accessTokens: AccessTokens;
  /** Host names, besides that of the public URL, under which the endpoint may be reached. */
  allowedHosts: readonly string[];
  handlers?: () => Promise<Handlers>;
  times?: StreamTimes;
  maxStreamsPerPartner?: number;
  asking?: McpOptions['asking'];
}

interface Edge {
  deps: Deps;
  publicUrl: string;
  corsOrigins: readonly string[];
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  metrics: HttpMetrics;
  log: Logger;
  stopping: AbortSignal;
  cutOff: AbortSignal;
}

const METHODS = 'DELETE, GET, OPTIONS, POST';

/** Whether a path is the endpoint's. */
export function isMcp(path: string): boolean {
  return path === MCP_PATH || path === `${MCP_PATH}/`;
}

/**
 * The MCP endpoint, in the order of checks that clients can rely on: method (405), Host and Origin (403), token (401), limits (429),
 * session (400, 404), version of the protocol (400), then the method's own.
 */
export function createMcpEndpoint(edge: Edge, own: McpEndpointOptions): (ctx: EdgeContext) => Promise<void> {
  const { deps, publicUrl, log } = edge;
  const sessions = createSessionReader(deps.db);
  const guard = originGuard({ ...edge, allowedHosts: own.allowedHosts });
  const { admit, count } = createMcpAdmission({
    ...edge,
    accessTokens: own.accessTokens,
    challenge: challenges(publicUrl).unauthorized,
    lookUp: (ctx) => lookUpSession(sessions, ctx),
  });
  const options: McpOptions = {
    ...edge,
    info: SERVER_INFO,
    handlers: announced(deps, log, own.handlers ?? productHandlers),
    times: own.times ?? TIMES,
    slots: createSlots(MAX_STREAMS, own.maxStreamsPerPartner ?? MAX_STREAMS_PER_PARTNER),
    resumed: createNewest(),
    ...(own.asking && { asking: own.asking }),
  };
  /** What serves the request; undefined when it is answered, by which it counts, as it does when it is refused here. */
  async function enter(ctx: EdgeContext) {
    try {
      const serve = server(ctx);
      guard(ctx.req);
      if (serve) return serve;
    } catch (error) {
      await count(ctx);
      throw error;
    }
    await count(ctx);
    return undefined;
  }

  return async (ctx) => {
    ctx.state.routePattern = MCP_PATH;
    try {
      const serve = await enter(ctx);
      if (serve) await serve(options, ctx, await admit(ctx));
    } catch (error) {
      refuse(ctx, error instanceof Refusal ? error : refusalOf(asAppError(error, ctx, log)));
    }
  };
}

/** What serves the method; undefined for OPTIONS, which is answered. Throws a 405 Refusal. */
function server(ctx: EdgeContext) {
  switch (ctx.method) {
    case 'POST':
      return servePost;
    case 'GET':
      return serveGet;
    case 'DELETE':
      return serveDelete;
    case 'OPTIONS':
      ctx.set('Allow', METHODS);
      ctx.status = 204;
      return undefined;
    default:
      throw badRequest(`This path takes ${METHODS}.`, 405, { Allow: METHODS });
  }
}

async function serveDelete(options: McpOptions, ctx: EdgeContext, { grant, lookup }: Admitted): Promise<void> {
  const call = { actor: grant.actor, requestId: ctx.state.requestId, signal: options.cutOff };
  await endSession(options.deps, await requireSession(options, ctx, ownerOf(call, grant), lookup));
  ctx.status = 204;
}

function refuse(ctx: EdgeContext, refusal: Refusal): void {
  if (ctx.headerSent) {
    ctx.res.end();
    return;
  }
  ctx.set(refusal.headers);
  sendJson(ctx, refusal.status, refusal.body());
}

/** Made when the first client comes: the registry and its schemas take memory. */
async function productHandlers(): Promise<Handlers> {
  const { CATALOGUE } = await import('./product.ts');
  const { createHandlers } = await import('./handlers/handlers.ts');
  return createHandlers(CATALOGUE);
}

/** The handlers, made once; sessions that knew another catalogue, from before a release, are told that the lists have changed. */
function announced(deps: Deps, log: Logger, make: () => Promise<Handlers>): () => Promise<Handlers> {
  let made: Promise<Handlers> | undefined;
  return () => {
    made ??= make().then(async (handlers) => {
      try {
        const topics = await replaceCatalogue(deps.db, deps.clock.now(), handlers.digest);
        for (const topic of topics) deps.notifications.notify(topic);
      } catch (error) {
        log.warn({ err: error }, 'sessions were not told of the catalogue');
      }
      return handlers;
    });
    return made;
  };
}
