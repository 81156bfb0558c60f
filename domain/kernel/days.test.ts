import { describe, expect, test } from '@jest/globals';
import { secondsToUtcMidnight } from './days.ts';

describe('seconds to midnight UTC', () => {
  test.each([
    ['2030-05-01T00:00:00.000Z', 86_400],
    ['2030-05-01T23:59:59.000Z', 1],
    ['2030-05-01T23:59:59.999Z', 1],
    ['2030-05-01T23:59:58.001Z', 2],
  ])('from %s', (moment, seconds) => {
    expect(secondsToUtcMidnight(new Date(moment))).toBe(seconds);
  });
});
