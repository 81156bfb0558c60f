import type { Logger } from 'pino';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import type { GuardedClient } from '../../infra/http/guarded-client.ts';
import type { SigningKey } from '../../infra/oauth/signing-keys.ts';
import type { TokenVerifier } from '../../infra/oauth/token-verifier.ts';
import type { ClientAddress } from '../middleware/client-address.ts';

const MINUTE_S = 60;

/** A day in seconds. */
export const DAY_S = 86_400;

/** Lifetimes, seconds. A refresh token is replaced with each use, which restarts its lifetime. */
export const TTL = {
  AccessToken: 15 * MINUTE_S,
  ClientCredentials: 15 * MINUTE_S,
  AuthorizationCode: MINUTE_S,
  RefreshToken: 30 * DAY_S,
  Grant: 180 * DAY_S,
  Session: 14 * DAY_S,
  Interaction: 30 * MINUTE_S,
  IdToken: 15 * MINUTE_S,
};

/** How clients authenticate at the token endpoint. */
export const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** Dependencies of the authorization server. */
export interface AuthorizationServerOptions {
  deps: Deps;
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  keys: readonly SigningKey[];
  /** The first signs, all verify. */
  cookieKeys: readonly string[];
  verifier: TokenVerifier;
  /** Calls the sites of clients that are known by their metadata documents. */
  sites: GuardedClient;
  log: Logger;
}
