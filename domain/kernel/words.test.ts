import { describe, expect, test } from '@jest/globals';
import { countWords, cutAtWord, cutToWords, oneLine, truncate } from './words.ts';

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
  });
});
