import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters that need 32 MiB, with N = 2^15 (Password Storage Cheat Sheet). N is a setting. */
const COST = { r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** A hash that no password matches; comparing with it takes as long as with a real one. */
const dummyHash = (logN: number) => `scrypt$${logN}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hash of a password in the stored form, `scrypt$logN$r$p$salt$key`. */
export async function hashPassword(password: string, logN: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, { logN, ...COST });
  return ['scrypt', logN, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password matches. Without a hash it does not, after the time that a hash with `logN` takes. */
export async function isPassword(password: string, hash: string | null, logN: number): Promise<boolean> {
  const [, hashLogN, r, p, salt = '', key = ''] = (hash ?? dummyHash(logN)).split('$');
  const cost = { logN: Number(hashLogN), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== null;
}

function derive(password: string, salt: Buffer, { logN, r, p }: typeof COST & { logN: number }): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    // NFC, so that the same text typed on two systems is one password.
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
