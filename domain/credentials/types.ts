import type { AdminActor, ClientActor, FeedActor, KeyActor, UserActor } from '../kernel/call.ts';
import type { LimitGroup } from '../rate-limits/rules.ts';

/** A credential that was found valid, with everything the edge needs of it. Held in memory, so it is never changed. */
export interface Credential {
  actor: KeyActor | UserActor | ClientActor | AdminActor | FeedActor;
  /** Addresses and CIDR ranges; null: any. */
  allowedIpAddresses: readonly string[] | null;
  /** Milliseconds of the epoch; null: never. */
  expiresAt: number | null;
  limits: LimitGroup;
  /** The same for /partners/*, which has a counter of its own. */
  partnerPathLimits: LimitGroup;
}
