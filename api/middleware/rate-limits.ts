import type { ServerResponse } from 'node:http';
import { AppError } from '../../domain/kernel/errors.ts';
import type { RateLimiter, RateLimitResult } from '../../domain/rate-limits/limiter.ts';
import { addressLimits, type LimitGroup } from '../../domain/rate-limits/rules.ts';
import type { HttpMetrics } from '../../infra/telemetry/metrics.ts';
import type { HttpContext } from '../context.ts';
import { type ClientAddress, networkOf } from './client-address.ts';

/** Length of the shortest window, reported when the counters cannot be read. */
const MINUTE_SECONDS = 60;

/** Dependencies of the request counter. */
export interface RequestCounterOptions {
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  metrics?: HttpMetrics;
}

/** Counts requests against limits, and sets headers with the remaining ones. */
export interface RequestCounter {
  /**
   * Counts the request. Sets the headers unless the credential is stale; where the counters cannot be read they show
   * the full limits.
   */
  count(ctx: HttpContext, group: LimitGroup): Promise<RateLimitResult>;
  /** Counts the request by its address. */
  countByAddress(ctx: HttpContext): Promise<RateLimitResult>;
  /** 429 RATE_LIMITED for a request that the limits refused. */
  refuse(taken: RateLimitResult): AppError;
  /** Address whose requests count together: an IPv4 address or an IPv6 /64. */
  networkOf(ctx: HttpContext): string;
}

/** Creates the counter that all protocols share. */
export function createRequestCounter({ limiter, clientAddress, metrics }: RequestCounterOptions): RequestCounter {
  const network = (ctx: HttpContext) => networkOf(clientAddress(ctx.req));
  async function count(ctx: HttpContext, group: LimitGroup): Promise<RateLimitResult> {
    try {
      const taken = await limiter.take(group);
      if (taken.outcome !== 'stale') setLimitHeaders(ctx.res, group, taken);
      return taken;
    } catch (error) {
      setNominalLimitHeaders(ctx.res, group);
      throw error;
    }
  }
  return {
    count,
    countByAddress: (ctx) => count(ctx, addressLimits(network(ctx))),
    refuse({ limit, resetInSeconds: retryAfterSeconds }) {
      metrics?.refusals.inc({ limit: limit.name });
      return new AppError('RATE_LIMITED', `Too many requests; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    },
    networkOf: network,
  };
}

/** The headers of the contract and of the IETF's draft, for the tightest limit. */
function setLimitHeaders(res: ServerResponse, group: LimitGroup, taken: RateLimitResult): void {
  const { limit, remaining, resetAt, resetInSeconds } = taken;
  res.setHeader('X-RateLimit-Limit', limit.max);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', resetAt);
  res.setHeader('RateLimit', `"${limit.name}";r=${remaining};t=${resetInSeconds}`);
  res.setHeader('RateLimit-Policy', group.policy);
}

/** The headers while the counters are unavailable: the lowest limit, untouched. */
export function setNominalLimitHeaders(res: ServerResponse, group: LimitGroup): void {
  const limit = group.limits.reduce((lowest, candidate) => (candidate.max < lowest.max ? candidate : lowest));
  setLimitHeaders(res, group, {
    outcome: 'admitted',
    limit,
    remaining: limit.max,
    resetAt: Math.ceil(Date.now() / 1000) + MINUTE_SECONDS,
    resetInSeconds: MINUTE_SECONDS,
  });
}
