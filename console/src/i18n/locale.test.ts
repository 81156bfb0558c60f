import { expect, test } from '@jest/globals';
import { resolveLocale } from './locale.ts';

test.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['de-AT', 'en-IE'], 'en-IE'],
  ['de', ['fr', 'de-CH-1996', 'de'], 'de-CH-1996'],
  ['de', ['en-US'], 'de'],
  ['en', ['enm-GB'], 'en'],
  ['en', ['en-US@posix', 'C'], 'en'],
  ['en', [], 'en'],
])('%s for a browser of %j is written as %s', (language, preferred, expected) => {
  expect(resolveLocale(language, preferred)).toBe(expected);
});
