import { expect, test } from '@jest/globals';
import { MAX_SLICE, normalise, sentencesOf, slicesOf } from './slices.ts';

test.each([
  ['sentences', 'One two three. Four five six. '.repeat(5_000)],
  ['lines', 'one two three\n'.repeat(10_000)],
  ['words', 'word '.repeat(40_000)],
  ['Japanese', 'これは文です。'.repeat(20_000)],
  ['nothing to cut at', 'a'.repeat(200_000)],
  ['pairs of surrogates', `x${'😀'.repeat(100_000)}`],
  ['a short text', 'Hi.'],
  ['an empty text', ''],
])('slices of %s are bounded, whole characters, and together the text', (_what, text) => {
  const slices = [...slicesOf(text)];
  expect(slices.join('')).toBe(text);
  for (const slice of slices) {
    expect(slice.length).toBeLessThanOrEqual(MAX_SLICE);
    expect(slice.isWellFormed()).toBe(true);
  }
});

test('a text with places to cut has small slices', () => {
  for (const text of ['One two three. '.repeat(5_000), 'これは文です。'.repeat(5_000), 'word '.repeat(10_000)])
    expect(Math.max(...Array.from(slicesOf(text), ({ length }) => length))).toBeLessThanOrEqual(2_000);
});

test.each([
  ['One is here. Two is there.', 2],
  ['We are no. 1 in Europe. Yes.', 2],
  ['Halden S. A., Tel. 030 1234567, is in Berlin.', 1],
  ['Wirklich? Ja! Und 3.5 sind es.', 3],
  ['世界一です。安全です!そうです', 3],
  ['x'.repeat(1_000), 3],
])('%j has %d sentences', (text, count) => {
  const sentences = sentencesOf(text);
  expect(sentences).toHaveLength(count);
  expect(sentences.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
});

test('normal form joins wide and plain characters, and cannot blow up a text', () => {
  expect(normalise('１００％ “sure”\u00a0now')).toBe('100% "sure" now');
  const ligature = '\uFDFA'.repeat(2_000);
  expect(normalise(ligature)).toHaveLength(ligature.length);
});
