import { describe, expect, test } from '@jest/globals';
import { NEW_KEY, settingsOf, valuesOf } from './model.ts';

const KEY = {
  name: 'Nightly',
  scoped_capabilities: ['faq'],
  allowed_ip_addresses: ['10.0.0.0/8', '192.0.2.1'],
  rate_limit_per_minute: 100,
  daily_credit_limit: 5,
  expires_at: '2030-05-01T13:37:00.000Z',
};

describe('the form of a key', () => {
  test('asks for nothing where nothing is filled in', () => {
    expect(settingsOf({ ...NEW_KEY, name: ' Mine ' })).toEqual({
      name: 'Mine',
      scoped_capabilities: null,
      allowed_ip_addresses: null,
      rate_limit_per_minute: 60,
      daily_credit_limit: null,
      expires_at: null,
    });
  });

  test('leaves a key as it is', () => {
    expect(settingsOf(valuesOf(KEY), KEY)).toEqual(KEY);
    const closed = { ...KEY, scoped_capabilities: [], expires_at: null, daily_credit_limit: 0 };
    expect(settingsOf(valuesOf(closed), closed)).toEqual(closed);
  });

  test('takes addresses from lines and lists', () => {
    const values = { ...valuesOf(KEY), addresses: ' 10.0.0.1\n\n2001:db8::/32, 192.0.2.7 ' };
    expect(settingsOf(values).allowed_ip_addresses).toEqual(['10.0.0.1', '2001:db8::/32', '192.0.2.7']);
  });
});
