import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals text under a 32-byte key: nonce, tag, ciphertext. `open` throws when the key is another or a byte was changed. `fingerprint` is
 * an HMAC-SHA256 under a key derived from it.
 */
export function createSecretBox(key: Buffer) {
  const fingerprintKey = Buffer.from(hkdfSync('sha256', key, '', 'marketwright fingerprints', 32));
  return {
    fingerprint(content: Buffer): Buffer {
      return createHmac('sha256', fingerprintKey).update(content).digest();
    },
    seal(plaintext: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed: Buffer): string {
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const plaintext = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return plaintext.toString('utf8');
    },
  };
}
