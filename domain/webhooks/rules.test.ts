import { describe, expect, test } from '@jest/globals';
import { answer } from '../../test/environment/send-results.ts';
import { isGone, isSuccess, pauseAfter, probePause, shouldDisable } from './rules.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('the schedule of retries', () => {
  test('has eleven attempts: at once, then after these pauses', () => {
    const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, answer(500), 0.5));
    expect(pauses).toEqual([
      5 * SECOND_MS,
      MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
      20 * HOUR_MS,
      24 * HOUR_MS,
      null,
    ]);
  });

  test.each([
    [0, 4_000],
    [0.25, 4_500],
    [1, 6_000],
  ])('is shifted by up to a fifth: %d', (random, pause) => {
    expect(pauseAfter(1, answer(500), random)).toBe(pause);
  });
});

describe('a wait that the endpoint asks for', () => {
  test.each([429, 503])('counts with %d', (code) => {
    expect(pauseAfter(1, answer(code, { retryAfterMs: 90 * SECOND_MS }), 0.5)).toBe(90 * SECOND_MS);
  });

  test.each([500, 404, 302])('does not count with %d', (code) => {
    expect(pauseAfter(1, answer(code, { retryAfterMs: 90 * SECOND_MS }), 0.5)).toBe(5 * SECOND_MS);
  });

  test('never shortens the pause', () => {
    expect(pauseAfter(3, answer(429, { retryAfterMs: SECOND_MS }), 0.5)).toBe(5 * MINUTE_MS);
  });

  test('is a day at most', () => {
    expect(pauseAfter(1, answer(429, { retryAfterMs: 3 * DAY_MS }), 0.5)).toBe(DAY_MS);
  });

  test('does not add an attempt', () => {
    expect(pauseAfter(11, answer(429, { retryAfterMs: SECOND_MS }), 0.5)).toBeNull();
  });
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [301, false],
  [410, false],
  [500, false],
  [null, false],
])('an answer of %p is a success: %p', (code, expected) => {
  expect(isSuccess(answer(code))).toBe(expected);
});

test('an answer that was cut off is no success, whatever its status', () => {
  expect(isSuccess(answer(200, { errorClass: 'reset' }))).toBe(false);
});

test('only 410 says that the endpoint is gone', () => {
  expect([404, 410, 411].map((code) => isGone(answer(code)))).toEqual([false, true, false]);
});

describe('an endpoint is hopeless', () => {
  const now = new Date('2026-05-10T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);

  test('five days after its last success', () => {
    const created_at = ago(90 * DAY_MS);
    expect(shouldDisable({ created_at, last_success_at: ago(5 * DAY_MS - 1) }, now)).toBe(false);
    expect(shouldDisable({ created_at, last_success_at: ago(5 * DAY_MS) }, now)).toBe(true);
  });

  test('five days after it was made, when it never had one', () => {
    expect(shouldDisable({ created_at: ago(5 * DAY_MS - 1), last_success_at: null }, now)).toBe(false);
    expect(shouldDisable({ created_at: ago(5 * DAY_MS), last_success_at: null }, now)).toBe(true);
  });
});

test.each([
  [0, 0],
  [4, 0],
  [5, 30 * SECOND_MS],
  [6, MINUTE_MS],
  [8, 4 * MINUTE_MS],
  [9, 5 * MINUTE_MS],
  [2_000, 5 * MINUTE_MS],
])('after %d time-outs in a row the next probe waits %d ms', (timeouts, pause) => {
  expect(probePause(timeouts)).toBe(pause);
});
