import type { Logger } from 'pino';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import type { SigningKey } from '../../infra/oauth/signing-keys.ts';
import type { TokenVerifier } from '../../infra/oauth/token-verifier.ts';
import type { ClientAddress } from '../middleware/client-address.ts';

/** Dependencies of the authorization server. */
export interface AuthorizationServerOptions {
  deps: Deps;
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  keys: readonly SigningKey[];
  cookieKey: string;
  verifier: TokenVerifier;
  log: Logger;
}
