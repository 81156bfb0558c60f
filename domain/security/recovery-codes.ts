import { hash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** 75 bits: nobody tries so many, so that SHA-256 without salt is enough. */
const LENGTH = 15;
/** Without letters that look like digits (Crockford's base32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten new recovery codes, as people read them: `4k2mz-9q0ra-x7c1t`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    // 32 divides 256, so that every letter is equally likely.
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return [letters.slice(0, 5), letters.slice(5, 10), letters.slice(10)].join('-');
  });
}

/** SHA-256 of a recovery code, in whichever letter case and with or without hyphens it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''), 'buffer');
}
