import { createHash } from 'node:crypto';
import type { Deps } from '../kernel/deps.ts';
import type { KeptToken } from './subscription-store.ts';

/** Characters of a token; about 381 bits, so that a plain SHA-256 of it cannot be reversed by trying. */
export const TOKEN_LENGTH = 64;
const TOKEN = new RegExp(`^[A-Za-z0-9]{${TOKEN_LENGTH}}$`);

/** A new token, as it is shown and as it is kept: its hash to find it by, and sealed to show it to its owner again. */
export function newToken({ ids, secrets }: Pick<Deps, 'ids' | 'secrets'>): KeptToken & { plaintext: string } {
  const plaintext = ids.base62(TOKEN_LENGTH);
  return { plaintext, token_hash: hashOfToken(plaintext), token: secrets.seal(plaintext) };
}

/** The token that was kept; null when it cannot be opened: it was sealed with another SECRETS_KEY. */
export function openToken({ secrets }: Pick<Deps, 'secrets'>, { token }: Pick<KeptToken, 'token'>): string | null {
  try {
    return secrets.open(token);
  } catch {
    return null;
  }
}

/** Whether a text can be a token at all; what cannot needs no look-up. */
export function hasTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256 by which a token is found. */
export function hashOfToken(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}
