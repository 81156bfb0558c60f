import { expect, test } from '@jest/globals';
import { day, languageTag, timezone } from './schema.ts';

/** Tags of RFC 5646, appendix A, and others of its grammar. */
test.each([
  'de',
  'zh-Hant',
  'zh-cmn-Hans-CN',
  'sl-rozaj-biske-1994',
  'de-CH-1996',
  'hy-Latn-IT-arevela',
  'es-419',
  'de-CH-x-phonebk',
  'az-Arab-x-AZE-derbend',
  'x-whatever',
  'i-klingon',
  'de-DE-u-co-phonebk',
  'en-a-myext-b-another',
  'ar-a-aaa-b-bbb-a-ccc',
  'en-GB-oed',
])('%s is a language tag', (tag) => {
  expect(languageTag().safeParse(tag).data).toBe(tag);
});

test.each([
  '',
  'd',
  'de_DE',
  'de-',
  'de--DE',
  '-de',
  'de-x',
  'x',
  'de-u',
  'de-u-x-a',
  'abcdefghi',
  'de-abcdefghi',
  'de ',
])('%j is no language tag', (tag) => {
  expect(languageTag().safeParse(tag).success).toBe(false);
});

test('a time zone is taken in any letter case and with blanks around it', () => {
  expect(timezone.parse(' europe/berlin\n')).toBe('Europe/Berlin');
});

test.each(['', ' 2026-05-01', '2026-02-30', '20260501', '10000-01-01'])(
  '%j is no day, and nothing else is said of it',
  (text) => {
    const messages = day.safeParse(text).error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['Must be an existing date in the form YYYY-MM-DD.']);
  },
);
