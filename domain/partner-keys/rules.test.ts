import { describe, expect, test } from '@jest/globals';
import { isAddressOrRange, isValid } from './rules.ts';

describe('allowlist entries', () => {
  test.each([
    '1.2.3.4',
    '0.0.0.0',
    '10.0.0.0/8',
    '1.2.3.4/32',
    '0.0.0.0/0',
    '::1',
    '2001:db8::/32',
    '::ffff:1.2.3.4',
    '::/0',
  ])('%s is one', (entry) => expect(isAddressOrRange(entry)).toBe(true));

  test.each([
    ['empty', ''],
    ['a name', 'localhost'],
    ['out of range', '256.1.1.1'],
    ['three parts', '1.2.3'],
    ['a number', '127'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['leading zeros', '010.0.0.1'],
    ['prefix too long', '1.2.3.4/33'],
    ['prefix too long', '::1/129'],
    ['no prefix', '1.2.3.4/'],
    ['prefix with a zero', '1.2.3.4/08'],
    ['negative prefix', '1.2.3.4/-1'],
    ['two prefixes', '1.2.3.4/8/8'],
    ['with a port', '1.2.3.4:80'],
    ['with a zone', 'fe80::1%eth0'],
    ['with a mask', '10.0.0.0/255.0.0.0'],
  ])('%s: %s is none', (_why, entry) => expect(isAddressOrRange(entry)).toBe(false));
});

test('a key is valid while it is active and not expired', () => {
  const now = new Date('2030-05-01T12:00:00Z');
  expect(isValid({ is_active: true, expires_at: null }, now)).toBe(true);
  expect(isValid({ is_active: true, expires_at: new Date(now.getTime() + 1) }, now)).toBe(true);
  expect(isValid({ is_active: true, expires_at: now }, now)).toBe(false);
  expect(isValid({ is_active: false, expires_at: null }, now)).toBe(false);
});
