import { createHash } from 'node:crypto';
import type { Ids } from '../kernel/deps.ts';

/** First characters of a key, which show its kind. */
export const KEY_KINDS = { partner: 'vp3_', administrator: 'adm_' } as const;

/** Leading characters of a key that are displayed to identify it. */
const PREFIX_LENGTH = 12;
/** About 286 bits, so that a plain SHA-256 of the key cannot be reversed by trying. */
const RANDOM_LENGTH = 48;

/** A new key: the plaintext, shown once, and what is stored. */
export interface NewSecret {
  plaintext: string;
  hash: Buffer;
  prefix: string;
}

/** Creates a key of the kind from the CSPRNG. */
export function newSecret(kind: keyof typeof KEY_KINDS, ids: Pick<Ids, 'base62'>): NewSecret {
  const plaintext = `${KEY_KINDS[kind]}${ids.base62(RANDOM_LENGTH)}`;
  return { plaintext, hash: hashOfKey(plaintext), prefix: plaintext.slice(0, PREFIX_LENGTH) };
}

/** SHA-256 under which a key is stored. */
function hashOfKey(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}
