import type { Credential } from '../credentials/types.ts';
import type { Deps } from '../kernel/deps.ts';
import { feedLimits } from '../rate-limits/rules.ts';
import { hashOfToken, hasTokenForm } from './feed-token.ts';
import { findLiveSubscription } from './subscription-store.ts';

/**
 * The credential behind the token of a feed; undefined: nobody who may come in. It is looked up on each request, so that it dies with
 * its owner. A door of the area beside its steps, as those of other credentials are.
 */
export async function findFeedCredential(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<Credential | undefined> {
  if (!hasTokenForm(token)) return undefined;
  const subscription = await findLiveSubscription(db, clock.now(), hashOfToken(token));
  if (!subscription) return undefined;
  const limits = feedLimits(subscription.id);
  return {
    actor: { kind: 'calendar_feed', partnerId: subscription.partner_id, subscriptionId: subscription.id },
    allowedIpAddresses: null,
    expiresAt: null,
    limits,
    partnerPathLimits: limits,
  };
}
