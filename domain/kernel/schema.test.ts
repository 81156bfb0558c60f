import { expect, test } from '@jest/globals';
import { day, languageTag, moment, timezone } from './schema.ts';

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

test('a day may have blanks around it, as any text', () => {
  expect(day.parse(' 2026-05-01\n')).toBe('2026-05-01');
});

test.each(['', '2026-02-30', '20260501', '10000-01-01', 20260501])(
  '%j is no day, and nothing else is said of it',
  (given) => {
    const messages = day.safeParse(given).error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['Must be an existing date in the form YYYY-MM-DD.']);
  },
);

test.each([
  ['2026-05-01T10:30:00Z', '2026-05-01T10:30:00.000Z'],
  ['2026-05-01T10:30:00.123456789Z', '2026-05-01T10:30:00.123Z'],
  ['2026-05-01T10:30Z', '2026-05-01T10:30:00.000Z'],
  ['2026-05-01t10:30:00z', '2026-05-01T10:30:00.000Z'],
  ['2026-05-01T10:30:00+05:30', '2026-05-01T05:00:00.000Z'],
  ['2026-05-01T10:30:00+0530', '2026-05-01T05:00:00.000Z'],
  ['2026-05-01T10:30:00-05', '2026-05-01T15:30:00.000Z'],
  ['2026-05-01T10:30+05', '2026-05-01T05:30:00.000Z'],
  ['2028-02-29T23:59:59-12:00', '2028-03-01T11:59:59.000Z'],
  [' 2026-05-01T10:30:00Z\n', '2026-05-01T10:30:00.000Z'],
])('%j is %s', (given, expected) => {
  expect(moment.parse(given).toISOString()).toBe(expected);
});

test.each([
  '',
  '2026-05-01',
  '2026-05-01T10:30:00',
  '2026-05-01 10:30:00Z',
  '2026-05-01T10Z',
  '2026-05-01T10:30:00+5',
  '2026-05-01T10:30:00+05:3',
  '2026-05-01T10:30:00+24:00',
  '2026-05-01T24:00:00Z',
  '2026-05-01T10:30:60Z',
  '2027-02-29T10:30:00Z',
  '20260501T103000Z',
  1_777_631_400,
])('%j is no datetime with an offset, and nothing else is said of it', (given) => {
  const messages = moment.safeParse(given).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(['Must be an ISO 8601 datetime with an offset.']);
});
