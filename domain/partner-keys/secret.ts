import { createHash } from 'node:crypto';
import type { Ids } from '../kernel/deps.ts';

/** Leading characters that tell what a key is for. */
export const KEY_KINDS = { partner: 'vp3_', administrator: 'adm_' } as const;

/** Characters of a key that are shown to tell it from others. */
const PREFIX_LENGTH = 12;
/** About 286 bits, so that a plain SHA-256 of the key cannot be reversed by trying. */
const RANDOM_LENGTH = 48;

/** A key as it is handed out once, and what is kept of it. */
export interface NewSecret {
  plaintext: string;
  hash: Buffer;
  prefix: string;
}

/** Makes a key of the kind from the CSPRNG. */
export function newSecret(kind: keyof typeof KEY_KINDS, ids: Pick<Ids, 'base62'>): NewSecret {
  const plaintext = `${KEY_KINDS[kind]}${ids.base62(RANDOM_LENGTH)}`;
  return { plaintext, hash: hashOfKey(plaintext), prefix: plaintext.slice(0, PREFIX_LENGTH) };
}

/** SHA-256 under which a key is kept and found. */
function hashOfKey(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}
