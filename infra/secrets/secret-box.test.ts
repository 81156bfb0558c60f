import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSecretBox, type Sealed } from './secret-box.ts';

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];

test('what any of the keys has sealed is opened, and sealed under the first again', () => {
  const old = createSecretBox([first]).seal('s3cret');
  const both = createSecretBox([second, first]);
  expect(both.open(old)).toBe('s3cret');
  const again = both.reseal(old);
  if (!again) throw new Error('It is under the earlier key.');
  expect(both.reseal(again)).toBeNull();
  expect(createSecretBox([second]).open(again)).toBe('s3cret');
  expect(() => createSecretBox([second]).open(old)).toThrow(/none of the keys/);
  // A process that has not changed the order yet.
  expect(createSecretBox([first, second]).open(again)).toBe('s3cret');
});

test('what was altered or cut is never opened', () => {
  const box = createSecretBox([first, second]);
  const sealed = box.seal('s3cret');
  const altered = Buffer.from(sealed);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  for (const bad of [altered, sealed.subarray(0, 27), Buffer.alloc(0)] as Sealed[]) {
    expect(() => box.open(bad)).toThrow(/none of the keys/);
    expect(() => box.reseal(bad)).toThrow(/none of the keys/);
  }
});

test('a fingerprint matches its content by any of the keys, and the key has a name of its own', () => {
  const body = Buffer.from('{"password": "x"}');
  const old = createSecretBox([first]);
  const both = createSecretBox([second, first]);
  expect(both.matches(old.fingerprint(body), body)).toBe(true);
  expect(both.matches(both.fingerprint(body), body)).toBe(true);
  expect(both.fingerprint(body)).not.toEqual(old.fingerprint(body));
  expect(both.matches(createSecretBox([third]).fingerprint(body), body)).toBe(false);
  expect(both.matches(old.fingerprint(Buffer.from('{}')), body)).toBe(false);
  expect(both.keyId).toEqual(createSecretBox([second]).keyId);
  expect(both.keyId).not.toEqual(old.keyId);
});
