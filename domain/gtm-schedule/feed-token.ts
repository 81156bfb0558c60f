import { createHash } from 'node:crypto';
import type { Deps } from '../kernel/deps.ts';
import type { KeptToken } from './subscription-store.ts';

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
export function hasTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256 to find a token. */
export function hashOfToken(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}
