import { createHash } from 'node:crypto';
import type { Credential } from '../credentials/credential.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { feedLimits } from '../rate-limits/rules.ts';
import { findLiveSubscription, type KeptToken, type SubscriptionOwner } from './subscription-store.ts';

/** Length of a token; about 381 bits, so that a plain SHA-256 cannot be reversed by brute force. */
export const TOKEN_LENGTH = 64;
const TOKEN = new RegExp(`^[A-Za-z0-9]{${TOKEN_LENGTH}}$`);

/**
 * A new token in plain text and as it is stored: a hash to find it, and encrypted so that its owner can see it again.
 */
export function newToken({ ids, secrets }: Pick<Deps, 'ids' | 'secrets'>): KeptToken & { plaintext: string } {
  const plaintext = ids.base62(TOKEN_LENGTH);
  return { plaintext, token_hash: hashOfToken(plaintext), token: secrets.seal(plaintext) };
}

/** The stored token; null when it was encrypted with another SECRETS_KEY. */
export function openToken({ secrets }: Pick<Deps, 'secrets'>, { token }: Pick<KeptToken, 'token'>): string | null {
  try {
    return secrets.open(token);
  } catch {
    return null;
  }
}

/** Whether a text has the form of a token; anything else needs no look-up. */
function hasTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256 to find a token. */
function hashOfToken(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}

/**
 * The credential for a feed's token; undefined when there is none. It is looked up on each request, so that it stops
 * working with its owner. An entry point of the area besides its steps, as for other credentials.
 */
export async function findFeedCredential(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<Credential | undefined> {
  if (!hasTokenForm(token)) return undefined;
  const subscription = await findLiveSubscription(db, { now: clock.now(), tokenHash: hashOfToken(token) });
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

/** Owner of the caller's subscription: the user, the client, or the key's rotation family. */
export function ownerOf({ actor }: Call): SubscriptionOwner {
  switch (actor.kind) {
    case 'partner_key':
      return { lineage_id: actor.keyFamilyId };
    case 'user':
      return { user_id: actor.userId };
    case 'client':
      return { client_id: actor.clientId };
    default:
      throw new AppError('FORBIDDEN', 'A partner credential is required.');
  }
}
