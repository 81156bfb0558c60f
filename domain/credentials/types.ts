import type { AdminActor, ClientActor, FeedActor, KeyActor, UserActor } from '../kernel/call.ts';
import type { LimitGroup } from '../rate-limits/rules.ts';

/** A valid credential with everything the API needs. Cached, therefore immutable. */
export interface Credential {
  actor: KeyActor | UserActor | ClientActor | AdminActor | FeedActor;
  /** Addresses and CIDR ranges; null: any. */
  allowedIpAddresses: readonly string[] | null;
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null;
  limits: LimitGroup;
  /** Limit for /partners/*, which has a separate counter. */
  partnerPathLimits: LimitGroup;
}
