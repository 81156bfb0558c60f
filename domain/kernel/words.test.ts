import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { countWords, cutAtWord, cutToWords, oneLine, truncate } from './words.ts';

/** No other work is done meanwhile. */
const MAX_MS = 20;

test.each([
  ['', 0],
  ['# Title\n\n- one two-fold * don’t', 4],
  ['[our guide](https://example.com/a)', 2],
  ['私は猫です', 4],
])('%j has %d words', (text, count) => {
  expect(countWords(text)).toBe(count);
});

test('cutAtWord leaves whole words and no half characters', () => {
  expect(cutAtWord('one two three', 13)).toBe('one two three');
  expect(cutAtWord('one two three', 12)).toBe('one two…');
  expect(cutAtWord('abcdefgh', 5)).toBe('abcd…');
  expect(cutAtWord('abc😀def', 5)).toBe('abc…');
});

test('a truncated text has no half character', () => {
  expect(truncate('abc😀', 5)).toBe('abc😀');
  expect(truncate('abc😀', 4)).toBe('abc');
  expect(oneLine('abc😀', 4)).toBe('abc');
});

describe('cutToWords', () => {
  test('cuts after a paragraph, without a heading left hanging', () => {
    expect(cutToWords('One two three.\n\n## Head\n\nFour five six seven.', 2, 6)).toBe('One two three.');
  });
  test('cuts after a sentence when a paragraph would be too short', () => {
    expect(cutToWords('One two.\n\nThree four. Five six seven eight.', 3, 6)).toBe('One two.\n\nThree four.');
  });
  test('cuts after a word when there is nothing better', () => {
    expect(cutToWords('one two three four five', 3, 4)).toBe('one two three four');
    expect(cutToWords('私は 猫です\n# 犬 one', 1, 5)).toBe('私は 猫です');
    expect(cutToWords('私は猫です', 1, 3)).toBe('私は猫');
  });

  test.each([
    ['Thai', 'ภาษาไทย ', 100_000],
    ['Chinese without a space', '漢字仮名', 100_000],
    ['marks', '. ', 100_000],
  ])('takes time in proportion to a text of %s', async (_what, part, length) => {
    const text = part.repeat(length / part.length);
    expect(await cpuTimeOf(() => cutToWords(text, 100, 2_000), MAX_MS)).toBeLessThanOrEqual(MAX_MS);
  });
});
