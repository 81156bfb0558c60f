import { AppError } from '../../domain/kernel/errors.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import { addressLimits, type LimitGroup } from '../../domain/rate-limits/rules.ts';
import type { HttpMetrics } from '../../infra/telemetry/metrics.ts';
import type { EdgeContext } from '../context.ts';
import { bearerToken, rateLimited } from '../middleware/admission.ts';
import { type ClientAddress, networkOf } from '../middleware/client-address.ts';
import { setLimitHeaders, setNominalLimitHeaders } from '../middleware/rate-limit-headers.ts';
import type { AccessTokenGrant, AccessTokens } from '../oauth/access-tokens.ts';
import { refusalOf } from './failure.ts';
import type { Admitted } from './options.ts';
import type { SessionLookup } from './session.ts';

export interface McpAdmissionOptions {
  /** Begins to look the session up, while the request is counted; what is found is told only to who is let in. */
  lookUp: (ctx: EdgeContext) => SessionLookup;
  accessTokens: AccessTokens;
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  metrics: HttpMetrics;
  /** Value of WWW-Authenticate for requests without a valid token. */
  challenge: (token: string) => string;
}

type Visitor = { grant: AccessTokenGrant } | { refusal: AppError };

const NO_SESSION: SessionLookup = Promise.resolve(null);

/** A token whose bearer changes faster than it can be read is not worth more looks. */
const MAX_LOOKS = 3;

/** How requests come in. */
export interface McpAdmission {
  /** Checks the token and counts the request. Throws Refusal: 401, 403 of a suspended partner, 429. */
  admit(ctx: EdgeContext): Promise<Admitted>;
  /** Counts a request that is answered without a look at its token, by its address; throws the database's errors. */
  count(ctx: EdgeContext): Promise<void>;
}

/** Lets requests in. */
export function createMcpAdmission(options: McpAdmissionOptions): McpAdmission {
  const { accessTokens, limiter, clientAddress, metrics } = options;
  const limitsOf = (ctx: EdgeContext) => addressLimits(networkOf(clientAddress(ctx.req)));

  async function identify(token: string): Promise<Visitor> {
    if (token === '') return { refusal: new AppError('UNAUTHORIZED', 'Send an access token as a bearer token.') };
    try {
      return { grant: await accessTokens.recall(token, 'mcp') };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refusal: error };
      throw error;
    }
  }

  async function count(ctx: EdgeContext): Promise<void> {
    const group = limitsOf(ctx);
    setNominalLimitHeaders(ctx.res, group);
    setLimitHeaders(ctx.res, group, await limiter.take(group));
  }

  async function admit(ctx: EdgeContext): Promise<Admitted> {
    const token = bearerToken(ctx.req.headers.authorization);
    const address = limitsOf(ctx);
    let group: LimitGroup = address;
    try {
      for (let look = 0; look < MAX_LOOKS; look += 1) {
        const visitor = await identify(token);
        group = 'grant' in visitor ? visitor.grant.limits : address;
        const lookup = 'grant' in visitor ? options.lookUp(ctx) : NO_SESSION;
        const taken = await limiter.take(group);
        if (taken.outcome === 'stale') {
          accessTokens.forget(token);
          continue;
        }
        setLimitHeaders(ctx.res, group, taken);
        if (taken.outcome === 'refused') {
          metrics.refusals.inc({ limit: taken.limit.name });
          throw refusalOf(rateLimited(taken));
        }
        if ('grant' in visitor) {
          return { grant: visitor.grant, lookup, readmit: () => accessTokens.verify(token, 'mcp') };
        }
        const { refusal } = visitor;
        throw refusalOf(refusal, refusal.status === 401 ? { 'WWW-Authenticate': options.challenge(token) } : undefined);
      }
    } catch (error) {
      if (!ctx.res.hasHeader('X-RateLimit-Limit')) setNominalLimitHeaders(ctx.res, group);
      throw error;
    }
    setNominalLimitHeaders(ctx.res, group);
    throw new AppError('SERVICE_UNAVAILABLE', 'This credential is being changed.', { retryAfterSeconds: 1 });
  }

  return { admit, count };
}
