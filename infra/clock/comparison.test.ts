import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ClocksDiffer, createClockComparison } from './comparison.ts';

const START = new Date('2026-05-01T12:00:00Z').getTime();
const MINUTE_MS = 60_000;

let monotonicMs: number;
/** How far the clocks are from START plus what has passed, milliseconds. */
let shiftMs: number;
let databaseShiftMs: number;
let readings: number;
let isAway: boolean;
beforeEach(() => {
  monotonicMs = 1_000;
  shiftMs = 0;
  databaseShiftMs = 0;
  readings = 0;
  isAway = false;
  jest.spyOn(performance, 'now').mockImplementation(() => monotonicMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function compare() {
  return createClockComparison({
    clock: { now: () => new Date(START + monotonicMs + shiftMs) },
    async readDatabase() {
      readings += 1;
      if (isAway) throw new Error('away');
      return new Date(START + monotonicMs + databaseShiftMs);
    },
    toleranceMs: 5 * MINUTE_MS,
  });
}

test.each([
  [0, 'agree'],
  [5 * MINUTE_MS, 'agree'],
  [-5 * MINUTE_MS, 'agree'],
  [5 * MINUTE_MS + 1, 'differ'],
  [-5 * MINUTE_MS - 1, 'differ'],
])('clocks that are %d ms apart %s', async (apartMs, expected) => {
  shiftMs = apartMs;
  const clocks = compare();
  expect(await clocks.differenceMs()).toBe(apartMs);
  const outcome = await clocks.requireAgreement().then(
    () => 'agree',
    (error) => (error instanceof ClocksDiffer ? 'differ' : 'fail'),
  );
  expect(outcome).toBe(expected);
});

test('that the process is set is seen at once, though PostgreSQL is asked every ten seconds at most', async () => {
  const clocks = compare();
  await Promise.all([clocks.requireAgreement(), clocks.requireAgreement()]);
  monotonicMs += 9_999;
  await clocks.requireAgreement();
  expect(readings).toBe(1);
  shiftMs = 365 * 86_400_000;
  await expect(clocks.requireAgreement()).rejects.toThrow(
    'The clock of this process is 31536000 s ahead of PostgreSQL',
  );
  shiftMs = 0;
  await clocks.requireAgreement();
});

test('that PostgreSQL is set is seen with the next reading, which nobody waits for', async () => {
  const clocks = compare();
  await clocks.requireAgreement();
  databaseShiftMs = 6 * MINUTE_MS;
  monotonicMs += 10_001;
  await clocks.requireAgreement();
  await expect(clocks.requireAgreement()).rejects.toThrow('360 s behind');
  expect(readings).toBe(3);
});

test('a machine that stood still with its monotonic clock is no difference', async () => {
  const clocks = compare();
  await clocks.requireAgreement();
  shiftMs = 60 * MINUTE_MS;
  databaseShiftMs = 60 * MINUTE_MS;
  await clocks.requireAgreement();
  expect(readings).toBe(2);
});

test('while PostgreSQL is away the last reading counts; without one nothing is known', async () => {
  const clocks = compare();
  await clocks.requireAgreement();
  isAway = true;
  monotonicMs += 60 * MINUTE_MS;
  await clocks.requireAgreement();
  await expect(compare().requireAgreement()).rejects.toThrow('away');
});
