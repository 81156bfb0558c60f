import type { Actor } from '../../domain/kernel/call.ts';
import type { LimitGroup } from '../../domain/rate-limits/rules.ts';

/** What an access token lets its bearer do. */
export interface AccessTokenGrant {
  actor: Actor;
  /** Whom the token was issued for: a user, or the client itself. */
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  expiresAt: Date;
  /** Counters that requests with this token take from. */
  limits: LimitGroup;
}

/** Checks access tokens. */
export interface AccessTokens {
  /** The grant behind a token for this audience. Throws UNAUTHORIZED for any other, FORBIDDEN for a suspended partner. */
  verify(token: string, audience: 'api' | 'mcp'): Promise<AccessTokenGrant>;
}
