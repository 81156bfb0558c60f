import { expect, test } from '@jest/globals';
import { retryAfterMs } from './refusal.ts';

const now = Date.parse('2026-03-06T10:00:00Z');

test.each<[Record<string, string>, number | undefined]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': 'Fri, 06 Mar 2026 10:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 06 Mar 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7_000],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
  // No wait beyond a day: Temporal cannot write the longest as a duration, and is to try again while there is time.
  [{ 'retry-after': '1e9' }, 86_400_000],
  [{ 'retry-after-ms': '1e300' }, 86_400_000],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 86_400_000],
  [{ 'retry-after-ms': '0.4' }, 0],
])('%j', (headers, expected) => {
  expect(retryAfterMs(new Headers(headers), now)).toBe(expected);
});
