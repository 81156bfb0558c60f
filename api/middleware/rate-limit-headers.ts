import type { ServerResponse } from 'node:http';
import type { Taken } from '../../domain/rate-limits/limiter.ts';
import type { LimitGroup } from '../../domain/rate-limits/rules.ts';

/** Length of the shortest window, shown when the counters cannot be read. */
const MINUTE_SECONDS = 60;

/** The headers of the contract and of the IETF's draft for the tightest limit. */
export function setLimitHeaders(res: ServerResponse, group: LimitGroup, taken: Taken): void {
  const { limit, remaining, resetAt, resetInSeconds } = taken;
  res.setHeader('X-RateLimit-Limit', limit.max);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', resetAt);
  res.setHeader('RateLimit', `"${limit.name}";r=${remaining};t=${resetInSeconds}`);
  res.setHeader('RateLimit-Policy', group.policy);
}

/** The same while the counters are out of reach: the lowest limit, untouched. */
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
