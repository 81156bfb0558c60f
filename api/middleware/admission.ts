import type { Authenticator } from '../../domain/credentials/authenticator.ts';
import { InsufficientScope } from '../../domain/credentials/insufficient-scope.ts';
import type { Credential } from '../../domain/credentials/types.ts';
import type { UseCounter } from '../../domain/credentials/use-counter.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { RateLimiter, Taken } from '../../domain/rate-limits/limiter.ts';
import { addressLimits, type LimitGroup } from '../../domain/rate-limits/rules.ts';
import type { HttpMetrics } from '../../infra/telemetry/metrics.ts';
import type { EdgeContext } from '../context.ts';
import { API_PREFIX } from '../router.ts';
import { type ClientAddress, isAllowed, networkOf } from './client-address.ts';
import { setLimitHeaders, setNominalLimitHeaders } from './rate-limit-headers.ts';

export interface AdmissionOptions {
  authenticators: readonly Authenticator[];
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  uses: UseCounter;
  metrics: HttpMetrics;
}

/** Who is at the door: a credential, or why there is none. */
type Visitor = { credential: Credential } | { refusal: AppError };

/** What the door decided. The limits were counted and their headers set. */
export type Admission = Visitor & { limited: AppError | undefined };

/** A credential that changes faster than it can be read is not worth more looks. */
const MAX_LOOKS = 3;
const PARTNER_PATH = `${API_PREFIX}/partners/`;

/** Authenticates a request, checks its address and counts it. Throws SERVICE_UNAVAILABLE and the database's errors. */
export function createAdmission(options: AdmissionOptions): (ctx: EdgeContext) => Promise<Admission> {
  const { authenticators, limiter, clientAddress, uses, metrics } = options;

  async function identify(ctx: EdgeContext, token: string, authenticator: Authenticator | undefined): Promise<Visitor> {
    const credential = await authenticator?.find(token);
    if (!credential) return { refusal: unauthorized(token) };
    const { allowedIpAddresses } = credential;
    if (allowedIpAddresses && !isAllowed(clientAddress(ctx.req), allowedIpAddresses)) {
      return { refusal: new AppError('IP_NOT_ALLOWED', 'This API key may not be used from your IP address.') };
    }
    return { credential };
  }

  function limitsOf(ctx: EdgeContext, visitor: Visitor): LimitGroup {
    const credential = countedOf(visitor);
    if (!credential) return addressLimits(networkOf(clientAddress(ctx.req)));
    return ctx.path.startsWith(PARTNER_PATH) ? credential.partnerPathLimits : credential.limits;
  }

  return async (ctx) => {
    const token = bearerToken(ctx.req.headers.authorization);
    const authenticator = authenticators.find((candidate) => candidate.accepts(token));
    let group = addressLimits('unknown');
    try {
      for (let look = 0; look < MAX_LOOKS; look += 1) {
        const visitor = await identify(ctx, token, authenticator).catch(asRefusal);
        group = limitsOf(ctx, visitor);
        const taken = await limiter.take(group);
        if (taken.outcome === 'stale') {
          authenticator?.forget(token);
          continue;
        }
        setLimitHeaders(ctx.res, group, taken);
        if (taken.outcome === 'refused') {
          metrics.refusals.inc({ limit: taken.limit.name });
          return { ...visitor, limited: rateLimited(taken) };
        }
        if ('credential' in visitor && visitor.credential.actor.kind === 'partner_key') {
          uses.count(visitor.credential.actor.keyId);
        }
        return { ...visitor, limited: undefined };
      }
    } catch (error) {
      setNominalLimitHeaders(ctx.res, group);
      throw error;
    }
    setNominalLimitHeaders(ctx.res, group);
    throw new AppError('SERVICE_UNAVAILABLE', 'This credential is being changed.', { retryAfterSeconds: 1 });
  };
}

/** Whose limits a visitor takes from; undefined: those of the address. */
function countedOf(visitor: Visitor): Credential | undefined {
  if ('credential' in visitor) return visitor.credential;
  return visitor.refusal instanceof InsufficientScope ? visitor.refusal.credential : undefined;
}

/** A credential that was found but may not be used, such as a suspended partner's, counts as none. */
function asRefusal(error: unknown): Visitor {
  if (error instanceof AppError && error.status < 500) return { refusal: error };
  throw error;
}

/** The token of an Authorization header; empty when there is no bearer token. */
export function bearerToken(header: string | undefined): string {
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? '';
}

function unauthorized(token: string): AppError {
  const message =
    token === ''
      ? 'Send an API key or an access token as "Authorization: Bearer <key or token>".'
      : 'The credentials are not valid.';
  return new AppError('UNAUTHORIZED', message);
}

/** 429 RATE_LIMITED for a request that the limits refused. */
export function rateLimited(taken: Taken): AppError {
  return new AppError('RATE_LIMITED', `Too many requests; try again in ${taken.resetInSeconds} s.`, {
    retryAfterSeconds: taken.resetInSeconds,
  });
}
