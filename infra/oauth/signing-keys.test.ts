import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { deriveCookieKey, deriveSigningKey, readSigningKey } from './signing-keys.ts';

function pkcs8(curve: string): string {
  return generateKeyPairSync('ec', { namedCurve: curve })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');
}

test('reads what openssl writes for P-256, and nothing else', () => {
  expect(readSigningKey(pkcs8('P-256'))).toMatchObject({ kty: 'EC', crv: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const others = [pkcs8('P-384'), rsa.export({ format: 'der', type: 'pkcs8' }).toString('base64'), 'AAAA', '', 'no'];
  for (const other of others) expect(readSigningKey(other)).toBeUndefined();
});

test('derives a key that signs, the same from the same secret', () => {
  const secret = randomBytes(32);
  const key = deriveSigningKey(secret);
  expect(deriveSigningKey(secret)).toEqual(key);
  expect(deriveSigningKey(randomBytes(32)).d).not.toBe(key.d);
  const message = Buffer.from('message');
  const signature = sign('sha256', message, createPrivateKey({ key: { ...key }, format: 'jwk' }));
  const { d: _private, ...rest } = key;
  expect(verify('sha256', message, createPublicKey({ key: rest, format: 'jwk' }), signature)).toBe(true);
});

test('derives different keys for different purposes', () => {
  const secret = randomBytes(32);
  expect(deriveCookieKey(secret)).not.toBe(deriveSigningKey(secret).d);
});
