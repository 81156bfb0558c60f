import { expect, test } from '@jest/globals';
import { QueryBreaker } from './query-breaker.ts';

/** A breaker after failures at these times, milliseconds. */
function after(...failures: number[]): QueryBreaker {
  const breaker = new QueryBreaker();
  for (const at of failures) breaker.failed(at);
  return breaker;
}

test('three failures in a row open it; any answer between them does not', () => {
  expect(after(0, 0).lets(0)).toBe(true);
  expect(after(0, 0, 0).lets(0)).toBe(false);
  const answered = after(0, 0);
  answered.succeeded();
  answered.failed(0);
  expect(answered.lets(0)).toBe(true);
});

test('after 30 seconds one query tries, and decides for the others', () => {
  const breaker = after(0, 0, 0);
  expect(breaker.lets(29_999)).toBe(false);
  expect([breaker.lets(30_000), breaker.lets(30_000)]).toEqual([true, false]);
  breaker.failed(32_000);
  expect([breaker.lets(61_999), breaker.lets(62_000)]).toEqual([false, true]);
  breaker.succeeded();
  expect([breaker.lets(62_000), breaker.lets(62_000)]).toEqual([true, true]);
});
