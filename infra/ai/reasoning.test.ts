import { describe, expect, test } from '@jest/globals';
import { reasoningFilter, UnmarkedReasoning, withoutReasoning } from './reasoning.ts';

test.each([
  ['no reasoning', 'An answer.', 'An answer.'],
  ['a block before it', '<think>\nHidden.\n</think>\n\nAn answer.', 'An answer.'],
  ['two blocks before it', '<think>a</think>\n<reasoning>b</reasoning>An answer.', 'An answer.'],
  ['an empty block', '<think>\n\n</think>\n\nAn answer.', 'An answer.'],
  ['a block whose first tag is missing', 'Hidden.\n</think>\n\nAn answer.', 'An answer.'],
  ['a block that never ends', '<think>Hidden, hidden', ''],
  ['a text about tags', 'Models write <think> and </think> around it.', 'Models write <think> and </think> around it.'],
  ['comparisons', 'a <t and b</ c', 'a <t and b</ c'],
])('an answer with %s', (_what, text, answer) => {
  expect(withoutReasoning(text)).toBe(answer);
});

describe('a stream', () => {
  const stream = (text: string, size: number, opens = false): string => {
    const filter = reasoningFilter(opens);
    const chunks = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    return chunks.map((chunk) => filter.next(chunk)).join('') + filter.end();
  };

  test.each([1, 2, 5, 100])('in pieces of %d gives nothing of the reasoning', (size) => {
    expect(stream('<think>Hidden</think>\n\nAn answer with a < b.', size)).toBe('An answer with a < b.');
    expect(stream('Hidden</think>\n\nAn answer.', size, true)).toBe('An answer.');
    expect(stream('Models write <think>, then </think>.', size)).toBe('Models write <think>, then </think>.');
    expect(stream('<think>Hidden', size)).toBe('');
  });

  test('that was taken to open in reasoning, and does not, is given at its end', () => {
    expect(stream('An answer.', 3, true)).toBe('An answer.');
  });

  test('whose reasoning had no first tag says so', () => {
    expect(() => stream('Hidden</think>An answer.', 4)).toThrow(UnmarkedReasoning);
  });
});
