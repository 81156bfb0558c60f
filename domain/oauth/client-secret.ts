import { hash } from 'node:crypto';
import type { Ids } from '../kernel/deps.ts';

/** About 190 bits. */
const CLIENT_ID_LENGTH = 32;
/** About 286 bits, so that a plain SHA-256 of the secret cannot be reversed by trying. */
const CLIENT_SECRET_LENGTH = 48;

/** A new public id. */
export function newClientId(ids: Pick<Ids, 'base62'>): string {
  return ids.base62(CLIENT_ID_LENGTH);
}

/** A new secret; shown once. */
export function newClientSecret(ids: Pick<Ids, 'base62'>): string {
  return ids.base62(CLIENT_SECRET_LENGTH);
}

/** The form in which a secret is stored. */
export function hashOfClientSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
