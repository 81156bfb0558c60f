import { AppError } from '../../domain/kernel/errors.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import { addressLimits, type LimitGroup } from '../../domain/rate-limits/rules.ts';
import type { HttpContext } from '../context.ts';
import { type CredentialCheck, createCredentialCheck } from './credential-check.ts';
import { type RequestCounter, setNominalLimitHeaders } from './rate-limits.ts';

/** The credential of a request, or why it has none that may be used. */
export type Identified<Credential> = { credential: Credential } | { refusal: AppError };

/** How a protocol finds the credential of a request. */
export interface CredentialScheme<Credential> {
  /** The token of a request, empty without one; the bearer token of its Authorization header unless given. */
  tokenOf?(ctx: HttpContext): string;
  /**
   * The credential for a token (empty: none), possibly cached. Throws an AppError below 500 where it may not be used.
   */
  find(token: string, ctx: HttpContext): Promise<Credential>;
  /** Whether its time is over. */
  hasExpired(credential: Credential): boolean;
  /** Removes a stale credential from the cache. */
  forget(token: string): void;
  /** The limits that the request counts against; undefined: those of its address. */
  limitsOf(identified: Identified<Credential>, ctx: HttpContext): LimitGroup | undefined;
}

/** The decision on a request: it was counted, and its limit headers are set. */
export type Admission<Credential> = { limited: AppError | undefined } & (
  | {
      credential: Credential;
      /**
       * The current credential, for long-running work. Throws an AppError below 500 where it would no longer be
       * admitted.
       */
      reauthenticate: () => Promise<Credential>;
      credentialCheck: CredentialCheck<Credential>;
    }
  | { refusal: AppError }
);

/**
 * Decides whether to admit a request. `whileCounted` runs once its credential is known. Throws SERVICE_UNAVAILABLE and
 * the database's errors.
 */
export type Admit<Credential> = (ctx: HttpContext, whileCounted?: () => void) => Promise<Admission<Credential>>;

/** A credential that changes faster than it can be read is not worth more attempts. */
const MAX_ATTEMPTS = 3;

/**
 * Admits requests: finds the credential and counts the request, and repeats both where counting shows that the cached
 * credential was stale.
 */
export function createAdmission<Credential>(
  { counter, limiter }: { counter: RequestCounter; limiter: RateLimiter },
  { find, forget, limitsOf, hasExpired, tokenOf = bearerTokenOf }: CredentialScheme<Credential>,
): Admit<Credential> {
  async function reauthenticate(ctx: HttpContext, token: string): Promise<Credential> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const credential = await find(token, ctx);
      const group = limitsOf({ credential }, ctx);
      if (!group || (await limiter.isCurrent(group))) return credential;
      forget(token);
    }
    throw beingChanged();
  }

  return async (ctx, whileCounted) => {
    const token = tokenOf(ctx);
    let group = addressLimits('unknown');
    try {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const identified: Identified<Credential> = await find(token, ctx).then(
          (credential) => ({ credential }),
          asRefusal,
        );
        group = limitsOf(identified, ctx) ?? addressLimits(counter.networkOf(ctx));
        if ('credential' in identified) whileCounted?.();
        const taken = await counter.count(ctx, group);
        if (taken.outcome === 'stale') {
          forget(token);
          continue;
        }
        const limited = taken.outcome === 'refused' ? counter.refuse(taken) : undefined;
        if ('refusal' in identified) return { ...identified, limited };
        const again = () => reauthenticate(ctx, token);
        const credentialCheck = createCredentialCheck({
          admitted: identified.credential,
          reauthenticate: again,
          hasExpired,
        });
        return { ...identified, limited, reauthenticate: again, credentialCheck };
      }
      throw beingChanged();
    } catch (error) {
      setNominalLimitHeaders(ctx.res, group);
      throw error;
    }
  };
}

/** A credential that may not be used, such as a suspended partner's, counts as none. */
function asRefusal(error: unknown): { refusal: AppError } {
  if (error instanceof AppError && error.status < 500) return { refusal: error };
  throw error;
}

function beingChanged(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'This credential is being changed.', { retryAfterSeconds: 1 });
}

/** The token of the Authorization header; empty without a bearer token. */
function bearerTokenOf({ req: { headers } }: HttpContext): string {
  const header = headers.authorization;
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? '';
}
