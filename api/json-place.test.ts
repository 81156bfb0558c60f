import { describe, expect, test } from '@jest/globals';
import { placeOfFault } from './json-place.ts';

describe('where a text stops being JSON', () => {
  test.each([
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a"\n\n  1}', 3, 3],
    ["{'a': 1}", 1, 2],
    ['{"a": tru}', 1, 7],
    ['{"a": 01}', 1, 8],
    ['{"a": "x\ty"}', 1, 9],
    ['{"a": "\\x"}', 1, 8],
    ['{"a": "\\u12"}', 1, 8],
    ['{"a": "x', 1, 9],
    ['{"a": [1, 2', 1, 12],
    ['[1, ]', 1, 5],
    ['[1}', 1, 3],
    ['{"a": 1} x', 1, 10],
    ['', 1, 1],
    ['\n\n', 3, 1],
    ['-', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(placeOfFault(text)).toEqual({ line, column });
  });

  test('is never before the end of what is JSON', () => {
    const text = JSON.stringify({ a: [1, -2.5e3, true, null, { 'b"\\\n': 'é😀' }], c: {}, d: [], e: '' }, null, 2);
    expect(placeOfFault(`${text}x`).line).toBe(text.split('\n').length);
    for (let end = 1; end < text.length; end += 1) {
      const cut = text.slice(0, end);
      const { line, column } = placeOfFault(`${cut}\u0001`);
      const lines = cut.split('\n');
      // Where a word or escape is cut, it is its beginning.
      expect(line).toBe(lines.length);
      expect(column).toBeLessThanOrEqual((lines.at(-1)?.length ?? 0) + 1);
    }
  });

  test('is found in one pass', () => {
    expect(placeOfFault(`${'['.repeat(1_000_000)}x`)).toEqual({ line: 1, column: 1_000_001 });
    expect(placeOfFault(`["${'\\u0041'.repeat(170_000)}`).column).toBe(1_020_003);
  });
});
