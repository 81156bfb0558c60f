import { expect, test } from '@jest/globals';
import type { Db } from '../kernel/deps.ts';
import { createRateLimiter, type RateLimiter } from './limiter.ts';
import { addressLimits } from './rules.ts';

/** A database whose windows are exhausted; counts how often it is asked. */
function exhausted(lastsMs: number) {
  let calls = 0;
  const endsAt = Date.now() + lastsMs;
  const query = async (_sql: string, [keys]: [string[]]) => {
    calls += 1;
    return [{ now: Date.now(), counts: keys.map(() => 60), ends: keys.map(() => endsAt), admitted: [0] }];
  };
  return { db: { query } as unknown as Db, calls: () => calls };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('of a flood beyond a limit, ten requests a second ask the database', async () => {
  const { db, calls } = exhausted(30_000);
  const limiter = createRateLimiter({ db });
  const first = await limiter.take(addressLimits('192.0.2.1'));
  for (let request = 0; request < 1_000; request += 1) {
    expect(await limiter.take(addressLimits('192.0.2.1'))).toEqual({ ...first, resetInSeconds: expect.any(Number) });
  }
  expect(calls()).toBe(10);
  await limiter.take(addressLimits('192.0.2.2'));
  expect(calls()).toBe(11);
  await pause(1_100);
  await limiter.take(addressLimits('192.0.2.1'));
  expect(calls()).toBe(12);
});

test('a window that has ended is not remembered, nor one that a request was given back to', async () => {
  const flood = (limiter: RateLimiter) =>
    Promise.all(Array.from({ length: 20 }, () => limiter.take(addressLimits('192.0.2.1'))));
  const { db, calls } = exhausted(50);
  const limiter = createRateLimiter({ db });
  await flood(limiter);
  await pause(60);
  await limiter.take(addressLimits('192.0.2.1'));
  expect(calls()).toBe(2);
  const lasting = exhausted(30_000);
  const other = createRateLimiter({ db: lasting.db });
  await flood(other);
  await other.giveBack(addressLimits('192.0.2.1'));
  await other.take(addressLimits('192.0.2.1'));
  expect(lasting.calls()).toBe(3);
});
