import { expect, test } from '@jest/globals';
import { effectiveCapabilities } from './authenticator.ts';

test.each([
  [null, null, null],
  [['a'], null, ['a']],
  [null, ['a', 'b'], ['a', 'b']],
  [['a', 'c'], ['a', 'b'], ['a']],
  [[], ['a'], []],
  [['a'], [], []],
])('a key scoped to %j of a partner with %j may use %j', (ofKey, ofPartner, expected) => {
  expect(effectiveCapabilities(ofKey, ofPartner)).toEqual(expected);
});
