import { describe, expect, test } from '@jest/globals';
import { cronProblem, isLoop, isMissed, nextOccurrence, occurrencesBetween } from './rules.ts';

const NOW = new Date('2026-03-02T08:00:00Z');

describe('a cron expression', () => {
  test.each([
    '0 9 * * *',
    '*/15 * * * *',
    '0,30 8-17 * * MON-FRI',
    '0 0 1 * *',
    '0 0 29 2 *',
    '5 4 * jan,JUL *',
    '0 9 * * 7',
    '0,55 0,23 1,15 * *',
    '0,55 0,23 * * MON,WED',
  ])('%s is taken', (expression) => expect(cronProblem(expression, NOW)).toBeNull());

  test.each([
    ['* * * * *', '15 minutes'],
    ['*/14 * * * *', '15 minutes'],
    ['0,5 9 * * *', '15 minutes'],
    ['0,50 * * * *', '15 minutes'],
    ['0,55 0,23 * * *', '15 minutes'],
    ['0,55 0,23 1,15,16 * *', '15 minutes'],
    ['0,55 0,23 28,1 2,3 *', '15 minutes'],
    ['0 0 31 2 *', 'Never'],
    ['0 0 31 2,4,6,9,11 *', 'Never'],
    ['* * 31 FEB-NOV/9,APR-JUN/2,9 *', 'Never'],
    ['0 9 1 * MON', 'not both'],
    ['0 9 * *', 'five fields'],
    ['0 0 9 * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['0 9 L * *', 'Names'],
    ['0 9 * * MON#1', 'five fields'],
    ['0 9 ? * *', 'five fields'],
    ['61 9 * * *', 'within their fields'],
    ['0 25 * * *', 'within their fields'],
    ['0 9 * FOO *', 'Names'],
    ['', 'five fields'],
  ])('%s is refused: %s', (expression, problem) => expect(cronProblem(expression, NOW)).toContain(problem));
});

test('the next moment is one of the time zone, before and after its clocks change', () => {
  const next = (after: string) => nextOccurrence('0 9 * * *', 'Europe/Berlin', new Date(after))?.toISOString();
  expect(next('2026-03-28T00:00:00Z')).toBe('2026-03-28T08:00:00.000Z');
  expect(next('2026-03-29T00:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
});

test('an occurrence is made up for until the next one is due, and for a day at most', () => {
  const at = new Date('2026-03-02T06:00:00Z');
  const missed = (cron: string, now: string) => isMissed(cron, 'UTC', at, new Date(now));
  expect(missed('0 * * * *', '2026-03-02T06:59:59Z')).toBe(false);
  expect(missed('0 * * * *', '2026-03-02T07:00:00Z')).toBe(true);
  expect(missed('0 6 2 * *', '2026-03-03T06:00:00Z')).toBe(false);
  expect(missed('0 6 2 * *', '2026-03-03T06:00:01Z')).toBe(true);
});

test('moments between two are counted, and the newest named', () => {
  const { newest, count } = occurrencesBetween('0 * * * *', 'UTC', {
    from: new Date('2026-03-02T00:00:00Z'),
    until: new Date('2026-03-02T05:00:00Z'),
    limit: 2,
  });
  expect(count).toBe(5);
  expect(newest.map((moment) => moment.getUTCHours())).toEqual([3, 4]);
});

test.each([
  [[], false],
  [[1], true],
  [[2], false],
  [[2, 1], true],
  [[2, 3], false],
  [[2, 3, 4], true],
])('after the triggers %j trigger 1 would be a loop: %s', (chain, expected) => expect(isLoop(chain, 1)).toBe(expected));
