import type { Logger } from 'pino';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Deps } from '../../../domain/kernel/deps.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { endSession } from '../../../domain/mcp/steps/sessions.ts';
import { publishCatalogueChange } from '../../../domain/mcp/steps/streams.ts';
import type { RateLimiter } from '../../../domain/rate-limits/limiter.ts';
import type { Tracing } from '../../../infra/telemetry/tracing.ts';
import type { HttpContext } from '../../context.ts';
import type { OpenStreams } from '../../event-streams/open-streams.ts';
import { sendFailure } from '../../middleware/errors.ts';
import { originCheck } from '../../middleware/origins.ts';
import type { RequestCounter } from '../../middleware/rate-limits.ts';
import type { AccessTokens } from '../../oauth/access-tokens.ts';
import { mcpChallenger } from '../../oauth/challenge.ts';
import { MCP_PATH } from '../../paths.ts';
import { badRequest, refusalOf } from '../failure.ts';
import type { Handlers } from '../handlers/handlers.ts';
import { createMcpAdmission } from './admission.ts';
import { serveGet } from './get.ts';
import { type Admitted, createLatestWins, type McpOptions, type StreamTimes } from './options.ts';
import { servePost } from './post.ts';
import { lookUpSession, requireSession } from './session.ts';

/** From the contract: a heartbeat each 30 s, an end after 5 minutes. */
const TIMES: StreamTimes = { heartbeatMs: 30_000, lifetimeMs: 300_000 };

/** Dependencies of the endpoint; tests pass another verifier, other handlers and shorter times. */
export interface McpEndpointOptions {
  accessTokens: AccessTokens;
  /** Host names of the endpoint besides that of the public URL. */
  allowedHosts: readonly string[];
  /** A call that costs more is confirmed by the user where the client can ask, credits. */
  confirmCredits: number;
  handlers?: () => Promise<Handlers>;
  times?: StreamTimes;
  clientRequests?: McpOptions['clientRequests'];
}

interface Edge {
  deps: Deps;
  publicUrl: string;
  corsOrigins: readonly string[];
  limiter: RateLimiter;
  counter: RequestCounter;
  streams: OpenStreams;
  recheckMs: number;
  log: Logger;
  stopping: AbortSignal;
  cutOff: AbortSignal;
  tracing?: Tracing | undefined;
}

const METHODS = 'DELETE, GET, OPTIONS, POST';

/**
 * The MCP endpoint. Clients can rely on the order of checks: method (405), Host and Origin (403), token (401), limits
 * (429), session (400, 404), protocol version (400), then those of the method.
 */
export function createMcpEndpoint(edge: Edge, own: McpEndpointOptions): (ctx: HttpContext) => Promise<void> {
  const { deps, publicUrl, counter, log } = edge;
  const foreign = originCheck({ ...edge, allowedHosts: own.allowedHosts });
  const challenger = mcpChallenger(publicUrl);
  const admit = createMcpAdmission({
    ...edge,
    accessTokens: own.accessTokens,
    lookUp: (ctx) => lookUpSession(deps, ctx),
  });
  const options: McpOptions = {
    ...edge,
    handlers: createHandlersOnce(deps, log, own.handlers ?? productHandlers),
    times: own.times ?? TIMES,
    confirmCredits: own.confirmCredits,
    resumed: createLatestWins(),
    ...(own.clientRequests && { clientRequests: own.clientRequests }),
  };

  /**
   * Selects the handler of a request; undefined when the response is sent. Such requests, and those refused here, count
   * by their address.
   */
  async function enter(ctx: HttpContext) {
    try {
      const serve = server(ctx);
      const problem = foreign(ctx.req);
      if (problem) throw badRequest(FOREIGN[problem], 403);
      if (serve) return serve;
    } catch (error) {
      await counter.countByAddress(ctx);
      throw error;
    }
    await counter.countByAddress(ctx);
    return undefined;
  }

  return async (ctx) => {
    ctx.state.routePattern = MCP_PATH;
    try {
      const serve = await enter(ctx);
      if (serve) await serve(options, ctx, await admit(ctx));
    } catch (error) {
      const refusal = refusalOf(error, ctx, log, (known) => challenger(ctx.req, known));
      sendFailure(ctx, refusal.status, refusal.headers, refusal.body());
    }
  };
}

const FOREIGN = {
  host: 'This host name is not served.',
  origin: 'Requests from this origin are not served.',
};

/** The handler of the method; undefined for OPTIONS, which is answered. Throws a 405 Refusal. */
function server(ctx: HttpContext) {
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

async function serveDelete(options: McpOptions, ctx: HttpContext, admitted: Admitted): Promise<void> {
  const call: Call = { actor: admitted.grant.actor, requestId: ctx.state.requestId, signal: options.cutOff };
  const { id: sessionId } = await requireSession(options, ctx, call, admitted);
  await perform(options.deps, endSession, { sessionId });
  ctx.status = 204;
}

/** Created for the first client, since the registry and its schemas take memory. */
async function productHandlers(): Promise<Handlers> {
  const { CATALOGUE } = await import('../catalogue/product.ts');
  const { createHandlers } = await import('../handlers/handlers.ts');
  return createHandlers(CATALOGUE);
}

/** Creates the handlers once, and then notifies sessions that know another catalogue. */
function createHandlersOnce(deps: Deps, log: Logger, make: () => Promise<Handlers>): () => Promise<Handlers> {
  let made: Promise<Handlers> | undefined;
  return () => {
    made ??= make().then(async (handlers) => {
      await perform(deps, publishCatalogueChange, { digest: handlers.digest }).catch((error) =>
        log.warn({ err: error }, 'sessions were not notified of the catalogue'),
      );
      return handlers;
    });
    return made;
  };
}
