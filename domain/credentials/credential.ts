import type { AdminActor, ClientActor, FeedActor, KeyActor, UserActor } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import type { LimitGroup } from '../rate-limits/rules.ts';

/** A valid credential with everything the API needs. Cached, therefore immutable. */
export interface Credential {
  actor: KeyActor | UserActor | ClientActor | AdminActor | FeedActor;
  /** First characters of a key, as lists show them; absent for tokens. */
  keyPrefix?: string;
  /** Addresses and CIDR ranges; null: any. */
  allowedIpAddresses: readonly string[] | null;
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null;
  limits: LimitGroup;
  /** Limit for /partners/*, which has a separate counter. */
  partnerPathLimits: LimitGroup;
}

/** FORBIDDEN for a valid access token without a required scope. Such requests count for the token's principal, not as anonymous. */
export class InsufficientScope extends AppError {
  readonly scope: string;
  readonly credential: Credential;

  constructor(scope: string, credential: Credential) {
    super('FORBIDDEN', `The access token lacks the scope "${scope}".`);
    this.scope = scope;
    this.credential = credential;
  }
}

/** IP_NOT_ALLOWED for a valid credential; the request counts for its address, and as an error of its key. */
export class AddressNotAllowed extends AppError {
  readonly credential: Credential;

  constructor(credential: Credential) {
    super('IP_NOT_ALLOWED', 'This API key may not be used from your IP address.');
    this.credential = credential;
  }
}
