import type { Credential } from '../credentials/credential.ts';
import type { Deps } from '../kernel/deps.ts';
import { feedLimits } from '../rate-limits/rules.ts';
import { hashOfToken, hasTokenForm } from './feed-token.ts';
import { findLiveSubscription } from './subscription-store.ts';

/**
 * The credential for a feed's token; undefined when there is none. It is looked up on each request, so that it stops
 * working with its owner. An entry point of the area besides its steps, as for other credentials.
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
