import { expect, test } from '@jest/globals';
import { day, languageTag, line, looseText, moment, text, timezone } from './schema.ts';

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

test.each([
  ['a zero-width space', '\u200B'],
  ['a word joiner', '\u2060'],
  ['soft hyphens', '\u00AD\u00AD'],
  ['a variation selector', '\uFE0F'],
  ['tags', '\u{E0067}\u{E0062}\u{E007F}'],
  ['combining marks', '\u0301\u0308'],
  ['vowel signs', '\u0E31\u094D'],
  ['Arabic marks', '\u064B\u0651'],
  ['a Hangul filler', '\u3164\u115F\uFFA0'],
  ['an empty Braille pattern', '\u2800'],
  ['marks of direction', '\u200E\u202B\u2069'],
  ['annotations', '\uFFF9\uFFFB'],
  ['several of them with spaces and control characters', ' \u200B\u00A0\u0001\u2060 \u3000\u200D'],
])('%s alone is no text', (_what, given) => {
  expect(looseText().parse(given)).toBe('');
  for (const schema of [text(), line(100)])
    expect(schema.safeParse(given).error?.issues.map(({ message }) => message)).toContain('Must not be empty.');
});

test.each([
  '.',
  '0',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
  '\u2764\uFE0F',
  '1\uFE0F\u20E3',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  '\u{1F1E9}\u{1F1EA}',
  '\u{1F3FD}',
  '\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD',
  '\u0645\u064F\u062D\u064E\u0645\u0651\u064E\u062F',
  '\u0E19\u0E49\u0E33',
  '\u0E32',
  '\u0915\u094D\u200D\u0937',
  '\u3164\uAC00',
  '\u200Bx',
  '\uE000',
  'e\u0301',
])('%j has something visible', (given) => {
  expect([text().parse(given), looseText().parse(given), line(100).parse(given)]).toEqual([given, given, given]);
});
