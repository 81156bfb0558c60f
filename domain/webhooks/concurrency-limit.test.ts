import { expect, test } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { FIRST_PROBE_PAUSE_MS } from './rules.ts';

function answers(limit: ConcurrencyLimit, count: number, durationMs: number, timedOut = false): void {
  for (let index = 0; index < count; index += 1) limit.observe({ durationMs, timedOut, probe: false });
}

test('an unknown endpoint gets five requests at once and nothing is fetched ahead', () => {
  const limit = new ConcurrencyLimit(0);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([5, 5]);
});

test('a quick endpoint gets one more with each answer, up to 200', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 3, 2);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([8, 24]);
  answers(limit, 1_000, 2);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([200, 600]);
});

test('large bodies are claimed up to one MiB, small ones as before', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 1_000, 2);
  limit.sending(1_000);
  expect(limit.maxClaimed).toBe(600);
  limit.sending(65_536);
  expect(limit.maxClaimed).toBe(16);
  for (let sent = 0; sent < 100; sent += 1) limit.sending(1_000);
  expect(limit.maxClaimed).toBe(600);
  limit.sending(2 ** 24);
  expect(limit.maxClaimed).toBe(1);
});

test('one that becomes slow falls back to five', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 300, 2);
  answers(limit, 1, 2_000);
  expect(limit.maxInFlight).toBe(5);
});

test('for a slow endpoint nothing is fetched that would not be sent soon', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 1, 100);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([5, 15]);
  answers(limit, 20, 1_000);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([5, 5]);
});

test('after five time-outs in a row one request probes', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 4, 15_000, true);
  expect(limit.probing).toBe(false);
  answers(limit, 1, 15_000, true);
  expect([limit.probing, limit.maxInFlight, limit.maxClaimed]).toEqual([true, 1, 1]);
});

test('those under way together postpone the first probe once; each probe that fails, the next', () => {
  const limit = new ConcurrencyLimit(0);
  answers(limit, 200, 15_000, true);
  expect(limit.probePauseMs).toBe(FIRST_PROBE_PAUSE_MS);
  limit.observe({ durationMs: 15_000, timedOut: true, probe: true });
  expect(limit.probePauseMs).toBe(2 * FIRST_PROBE_PAUSE_MS);
});

test('time-outs of an earlier drain count', () => {
  expect(new ConcurrencyLimit(4).probing).toBe(false);
  expect(new ConcurrencyLimit(5).probing).toBe(true);
});

test('any answer ends the probing', () => {
  const limit = new ConcurrencyLimit(7);
  answers(limit, 1, 20);
  expect([limit.probing, limit.maxInFlight]).toEqual([false, 6]);
});

test('a host without a free slot is asked by one send at a time, and ever more rarely, until it answers', () => {
  const limit = new ConcurrencyLimit(0);
  expect([1, 2, 3, 4, 5, 6].map(() => limit.hostBusy())).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000]);
  expect([limit.maxInFlight, limit.maxClaimed]).toEqual([1, 1]);
  limit.observe({ durationMs: 100, timedOut: false, probe: false });
  expect(limit.maxInFlight).toBeGreaterThan(1);
  expect(limit.hostBusy()).toBe(1_000);
});
