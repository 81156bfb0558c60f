import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';

/** A private key for ES256 as a JSON Web Key. */
export interface SigningKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

/** Order of the group of P-256 (NIST SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order has, so that the remainder favours no key (FIPS 186-5, A.2.1). */
const MATERIAL_BYTES = 40;

/** Reads a P-256 private key from base64 of PKCS #8 in DER; undefined for anything else. */
export function readSigningKey(base64: string): SigningKey | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    const { kty, crv, x, y, d } = key.export({ format: 'jwk' });
    return kty === 'EC' && crv === 'P-256' && x && y && d ? { kty, crv, x, y, d } : undefined;
  } catch {
    return undefined;
  }
}

/** The signing key of an installation that brings none: derived from its key for secrets, so all processes have the same. */
export function deriveSigningKey(secretsKey: Buffer): SigningKey {
  const material = derive(secretsKey, 'marketwright oauth ES256 signing key', MATERIAL_BYTES);
  const scalar = (BigInt(`0x${material.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  return { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') };
}

/** The key that signs cookies of the sign-in pages. */
export function deriveCookieKey(secretsKey: Buffer): string {
  return derive(secretsKey, 'marketwright oauth cookies', 32).toString('base64url');
}

function derive(secretsKey: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', purpose, bytes));
}
