import type { Deps } from '../../../domain/kernel/deps.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import type { RateLimiter } from '../../../domain/rate-limits/limiter.ts';
import type { HttpContext } from '../../context.ts';
import { createLifetime, type Lifetime } from '../../event-streams/lifetime.ts';
import { createAdmission } from '../../middleware/admission.ts';
import type { RequestCounter } from '../../middleware/rate-limits.ts';
import type { AccessTokenGrant, AccessTokens } from '../../oauth/access-tokens.ts';
import type { Admitted, McpOptions } from './options.ts';
import type { SessionLookup } from './session.ts';

const NO_SESSION: SessionLookup = Promise.resolve(null);

/** Dependencies of the MCP server's admission. */
export interface McpAdmissionOptions {
  accessTokens: AccessTokens;
  deps: Pick<Deps, 'clock'>;
  counter: RequestCounter;
  limiter: RateLimiter;
  /** Starts the lookup of the session while the request is counted; only admitted requests see the result. */
  lookUp: (ctx: HttpContext) => SessionLookup;
}

/**
 * Admits requests with an access token for the MCP server. The returned function throws AppError: 401, 403 for a
 * suspended partner, 429.
 */
export function createMcpAdmission(options: McpAdmissionOptions): (ctx: HttpContext) => Promise<Admitted> {
  const { accessTokens, lookUp, deps } = options;
  const admit = createAdmission<AccessTokenGrant>(options, {
    async find(token) {
      if (token === '') throw new AppError('UNAUTHORIZED', 'Send an access token as a bearer token.');
      return accessTokens.find(token, 'mcp');
    },
    hasExpired: ({ expiresAt }) => expiresAt <= deps.clock.now(),
    forget: (token) => accessTokens.forget(token),
    limitsOf: (identified) => ('credential' in identified ? identified.credential.limits : undefined),
  });
  return async (ctx) => {
    let lookup = NO_SESSION;
    const admission = await admit(ctx, () => {
      lookup = lookUp(ctx);
    });
    if ('credential' in admission) {
      const { actor } = admission.credential;
      ctx.state.partnerId = 'partnerId' in actor ? actor.partnerId : null;
    }
    if (admission.limited) throw admission.limited;
    if ('refusal' in admission) throw admission.refusal;
    const { credential: grant, reauthenticate, credentialCheck } = admission;
    return { grant, lookup, reauthenticate, credentialCheck };
  };
}

/** The lifetime of a stream. */
export function lifetimeOf(
  { deps, stopping, recheckMs }: McpOptions,
  ctx: HttpContext,
  { grant, credentialCheck: { current } }: Admitted,
): Lifetime {
  const expiresInMs = grant.expiresAt.getTime() - deps.clock.now().getTime();
  return createLifetime(ctx.res, { stopping, expiresInMs, current, recheckMs });
}
