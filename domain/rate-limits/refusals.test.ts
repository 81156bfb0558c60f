import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Db } from '../kernel/deps.ts';
import { createRateLimiter, type RateLimiter } from './limiter.ts';
import { addressLimits } from './rules.ts';

/** The process's clock, advanced only by the tests. */
let clockMs = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => clockMs));
afterEach(() => void jest.restoreAllMocks());

/** A database whose windows are exhausted; counts how often it is asked. */
function exhausted(lastsMs: number) {
  let calls = 0;
  const start = clockMs;
  const query = async (_sql: string, [keys]: [string[]]) => {
    calls += 1;
    return [{ now: clockMs, counts: keys.map(() => 60), ends: keys.map(() => start + lastsMs), admitted: [0] }];
  };
  return { db: { query } as unknown as Db, calls: () => calls };
}

const FIRST = addressLimits('192.0.2.1');
const flood = (limiter: RateLimiter) => Promise.all(Array.from({ length: 20 }, () => limiter.take(FIRST)));

test('of a flood beyond a limit, ten requests a second ask the database', async () => {
  const { db, calls } = exhausted(30_000);
  const limiter = createRateLimiter({ db });
  const first = await limiter.take(FIRST);
  for (let request = 0; request < 1_000; request += 1) expect(await limiter.take(FIRST)).toEqual(first);
  expect(calls()).toBe(10);
  await limiter.take(addressLimits('192.0.2.2'));
  expect(calls()).toBe(11);
  clockMs += 1_000;
  await limiter.take(FIRST);
  expect(calls()).toBe(12);
});

test('a window that has ended is not cached, nor one with an uncounted request', async () => {
  const { db, calls } = exhausted(50);
  const limiter = createRateLimiter({ db });
  await flood(limiter);
  clockMs += 50;
  await limiter.take(FIRST);
  expect(calls()).toBe(2);
  const lasting = exhausted(30_000);
  const other = createRateLimiter({ db: lasting.db });
  await flood(other);
  await other.take(FIRST);
  expect(lasting.calls()).toBe(1);
  await other.refund(FIRST);
  await other.take(FIRST);
  expect(lasting.calls()).toBe(3);
});
