import { describe, expect, test } from '@jest/globals';
import { groupUse, MAX_USAGE_DAYS, usageDays } from './grouped.ts';

const NOW = new Date('2030-03-02T10:00:00Z');

describe('the days of usage', () => {
  test('are the last thirty unless told, across months', () => {
    const days = usageDays(NOW, {});
    expect([days?.length, days?.at(0), days?.at(-1)]).toEqual([30, '2030-02-01', '2030-03-02']);
  });

  test('are both inclusive, and a single one', () => {
    expect(usageDays(NOW, { from: '2030-02-28', to: '2030-03-01' })).toEqual(['2030-02-28', '2030-03-01']);
    expect(usageDays(NOW, { from: '2030-02-28', to: '2030-02-28' })).toEqual(['2030-02-28']);
  });

  test('begin at a day to come where that is asked for, and with the year 1 at the earliest', () => {
    expect(usageDays(NOW, { from: '2030-03-03' })).toEqual(['2030-03-03']);
    expect(usageDays(NOW, { from: '9999-12-31' })).toEqual(['9999-12-31']);
    expect(usageDays(NOW, { to: '0001-01-02' })).toEqual(['0001-01-01', '0001-01-02']);
  });

  test('are at most so many', () => {
    expect(usageDays(NOW, { from: '2030-01-01', to: '2030-04-02' })).toHaveLength(MAX_USAGE_DAYS);
    expect(usageDays(NOW, { from: '2030-01-01', to: '2030-04-03' })).toBeNull();
  });
});

describe('use', () => {
  const days = ['2030-03-01', '2030-03-02'];
  const row = (entry: string | null, requests: number, errors: number, credits: number) => ({
    entry,
    day: '2030-03-01',
    requests,
    errors,
    credits,
    entries: 5,
  });

  test('is summed by entry and day, with days of nothing and what is not shown by itself', () => {
    const grouped = groupUse([row('7', 10, 2, 0), row('8', 5, 0, 30), row(null, 1, 0, 4)], days);
    expect(grouped.total).toEqual({ requests: 16, errors: 2, credits: 34 });
    expect(grouped.daily).toEqual([
      { date: '2030-03-01', requests: 16, errors: 2, credits: 34 },
      { date: '2030-03-02', requests: 0, errors: 0, credits: 0 },
    ]);
    expect(grouped.entries).toMatchObject([
      { entry: '8', requests: 5, credits: 30, daily: [{ requests: 5, credits: 30 }, { requests: 0 }] },
      { entry: '7', requests: 10, errors: 2, credits: 0 },
    ]);
    expect(grouped.others).toBe(3);
  });

  test('of nobody is nothing on each day', () => {
    expect(groupUse([], days)).toMatchObject({ total: { requests: 0, credits: 0 }, entries: [], others: 0 });
  });
});
