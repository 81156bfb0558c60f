import { expect, test } from '@jest/globals';
import { createIds } from './ids.ts';

test('base62 has the length asked for and every character about equally often', () => {
  const text = createIds().base62(124_000);
  expect(text).toMatch(/^[0-9A-Za-z]{124000}$/);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 2,000 are expected of each, with a standard deviation of 45; bytes taken modulo 62 would give some of them 2,420.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(300);
});

test('each call gives another text', () => {
  const { base62 } = createIds();
  expect(new Set(Array.from({ length: 1_000 }, () => base62(43))).size).toBe(1_000);
});
