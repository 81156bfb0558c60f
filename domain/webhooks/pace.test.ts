import { expect, test } from '@jest/globals';
import { Pace } from './pace.ts';
import { FIRST_PROBE_PAUSE_MS } from './rules.ts';

function answers(pace: Pace, count: number, durationMs: number, timedOut = false): void {
  for (let index = 0; index < count; index += 1) pace.observe({ durationMs, timedOut, probe: false });
}

test('an unknown endpoint gets five requests at once and nothing is fetched ahead', () => {
  const pace = new Pace(0);
  expect([pace.maxInFlight, pace.maxClaimed]).toEqual([5, 5]);
});

test('a quick endpoint gets one more with each answer, up to 200', () => {
  const pace = new Pace(0);
  answers(pace, 3, 2);
  expect([pace.maxInFlight, pace.maxClaimed]).toEqual([8, 24]);
  answers(pace, 1_000, 2);
  expect([pace.maxInFlight, pace.maxClaimed]).toEqual([200, 600]);
});

test('one that becomes slow falls back to five', () => {
  const pace = new Pace(0);
  answers(pace, 300, 2);
  answers(pace, 1, 2_000);
  expect(pace.maxInFlight).toBe(5);
});

test('for a slow endpoint nothing is fetched that would not be sent soon', () => {
  const pace = new Pace(0);
  answers(pace, 1, 100);
  expect([pace.maxInFlight, pace.maxClaimed]).toEqual([5, 15]);
  answers(pace, 20, 1_000);
  expect([pace.maxInFlight, pace.maxClaimed]).toEqual([5, 5]);
});

test('after five time-outs in a row one request probes', () => {
  const pace = new Pace(0);
  answers(pace, 4, 15_000, true);
  expect(pace.probing).toBe(false);
  answers(pace, 1, 15_000, true);
  expect([pace.probing, pace.maxInFlight, pace.maxClaimed]).toEqual([true, 1, 1]);
});

test('those under way together postpone the first probe once; each probe that fails, the next', () => {
  const pace = new Pace(0);
  answers(pace, 200, 15_000, true);
  expect(pace.probePauseMs).toBe(FIRST_PROBE_PAUSE_MS);
  pace.observe({ durationMs: 15_000, timedOut: true, probe: true });
  expect(pace.probePauseMs).toBe(2 * FIRST_PROBE_PAUSE_MS);
});

test('time-outs of an earlier drain count', () => {
  expect(new Pace(4).probing).toBe(false);
  expect(new Pace(5).probing).toBe(true);
});

test('any answer ends the probing', () => {
  const pace = new Pace(7);
  answers(pace, 1, 20);
  expect([pace.probing, pace.maxInFlight]).toEqual([false, 6]);
});
