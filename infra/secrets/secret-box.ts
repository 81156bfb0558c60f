import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;

declare const SEALED: unique symbol;
/** Bytes that a secret box encrypted: nonce, tag, ciphertext. Only they can be opened, so what is read for it stands in a `sealed()` column. */
export type Sealed = Buffer & { readonly [SEALED]: true };

/** 32-byte keys, the current one first. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

/** Encrypts what must be readable later. */
export interface SecretBox {
  /** Encrypts under the current key. */
  seal(plaintext: string): Sealed;
  /** Throws when the text was sealed under none of the keys, or was altered. */
  open(sealed: Sealed): string;
  /** The same text under the current key; null where it is that already. Throws as `open` does. */
  reseal(sealed: Sealed): Sealed | null;
  /** 32 bytes that identify content, by the current key. Without the key, content cannot be guessed and checked. */
  fingerprint(content: Buffer): Buffer;
  /** Whether the fingerprint is of this content, by any of the keys. */
  matches(fingerprint: Buffer, content: Buffer): boolean;
  /** Names the current key, from which it cannot be derived; 8 bytes. */
  readonly keyId: Buffer;
}

/**
 * Seals text under the first key with AES-256-GCM, and opens what was sealed under any of them. Fingerprints are
 * HMAC-SHA256 under a key derived from it.
 */
export function createSecretBox([current, ...previous]: SecretsKeys): SecretBox {
  const currentFingerprints = derive(current, 'marketwright fingerprints');
  const fingerprintKeys = [currentFingerprints, ...previous.map((key) => derive(key, 'marketwright fingerprints'))];
  const seal = (plaintext: string) => sealWith(current, plaintext);
  const openPrevious = (sealed: Sealed): string => {
    for (const key of previous) {
      const opened = openWith(key, sealed);
      if (opened !== undefined) return opened;
    }
    throw new Error('This was sealed under none of the keys, or was altered.');
  };
  return {
    keyId: createHash('sha256').update(derive(current, 'marketwright key id')).digest().subarray(0, KEY_ID_BYTES),
    seal,
    open: (sealed) => openWith(current, sealed) ?? openPrevious(sealed),
    reseal: (sealed) => (openWith(current, sealed) === undefined ? seal(openPrevious(sealed)) : null),
    fingerprint: (content) => hmac(currentFingerprints, content),
    matches: (fingerprint, content) => fingerprintKeys.some((key) => hmac(key, content).equals(fingerprint)),
  };
}

function sealWith(key: Buffer, plaintext: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]) as Sealed;
}

/** undefined where the key is another, or a byte was changed. */
function openWith(key: Buffer, sealed: Sealed): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function hmac(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}
