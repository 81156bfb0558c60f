import { describe, expect, test } from '@jest/globals';
import { isReplaced, surplusVersions } from './version-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Wednesday. */
const NOW = new Date('2030-05-15T12:30:00Z');

const ago = (ms: number) => new Date(NOW.getTime() - ms);
/** Versions of these moments, from the first. */
const at = (...moments: (Date | string)[]) =>
  moments.map((moment, index) => ({ version: index + 1, created_at: new Date(moment) }));
const surplus = (moments: (Date | string)[], referredTo: number[] = []) =>
  surplusVersions(NOW, at(...moments), new Set(referredTo));

describe('of versions stay', () => {
  test('all of a day', () => {
    expect(surplus([ago(DAY - 3), ago(DAY - 2), ago(DAY - 1), ago(0)])).toEqual([]);
  });

  test('the last of each hour for a week', () => {
    // A day ago is 12:30 on the 14th.
    const hours = ['2030-05-13T09:00:00Z', '2030-05-13T09:59:59.999Z', '2030-05-13T10:00:00Z', '2030-05-13T10:20:00Z'];
    expect(surplus(['2030-01-01Z', ...hours, ago(0)])).toEqual([2, 4]);
    expect(surplus(['2030-01-01Z', ago(DAY), ago(DAY - 1), ago(0)])).toEqual([]);
    expect(surplus(['2030-01-01Z', ago(DAY + 1), ago(DAY), ago(0)])).toEqual([2]);
  });

  test('the last of each day for thirty days', () => {
    const days = ['2030-05-01T00:00:00Z', '2030-05-01T23:59:59.999Z', '2030-05-02T00:00:00Z', '2030-05-02T01:00:00Z'];
    expect(surplus(['2030-01-01Z', ...days, ago(0)])).toEqual([2, 4]);
    // Those of a week ago are of hours still.
    expect(surplus(['2030-01-01Z', ago(7 * DAY - 1), ago(7 * DAY - HOUR), ago(0)])).toEqual([]);
    expect(surplus(['2030-01-01Z', ago(7 * DAY + HOUR), ago(7 * DAY), ago(0)])).toEqual([2]);
  });

  test('the last of each week from then on, and weeks begin on Monday', () => {
    const weeks = ['2030-03-10T23:59:59.999Z', '2030-03-11T00:00:00Z', '2030-03-14Z', '2030-03-17T23:59:59.999Z'];
    expect(surplus(['2030-01-01Z', ...weeks, '2030-03-18Z', ago(0)])).toEqual([3, 4]);
    expect(surplus(['2030-01-01Z', ago(30 * DAY), ago(30 * DAY - HOUR), ago(0)])).toEqual([]);
  });

  test('the first, the newest, and those that are referred to', () => {
    const same = Array.from({ length: 6 }, () => '2030-02-01Z');
    expect(surplus(same)).toEqual([2, 3, 4]);
    expect(surplus(same, [3])).toEqual([2, 4]);
    expect(surplus(['2030-02-01Z'])).toEqual([]);
    expect(surplus([])).toEqual([]);
  });
});

describe('more than a hundred', () => {
  test('are reduced to a hundred by those that were followed soonest for their age', () => {
    const steady = Array.from({ length: 100 }, (_, index) => ago((100 - index) * 10 * MINUTE));
    expect(surplus([...steady, ago(0)])).toEqual([2]);
    // A hasty correction goes before what was left to stand.
    const hasty = steady.with(50, new Date((steady[51]?.getTime() ?? 0) - 1000));
    expect(surplus([...hasty, ago(0)])).toEqual([51]);
    expect(surplus([...hasty, ago(0)], [51])).toEqual([2]);
  });

  test('of one moment go from the oldest on', () => {
    const same = Array.from({ length: 103 }, () => ago(0));
    expect(surplus(same)).toEqual([2, 3, 4]);
  });

  test('of which a later one has the earlier time go from the oldest on, too', () => {
    const moments = Array.from({ length: 99 }, () => ago(1_000));
    expect(surplus([...moments, ago(500), ago(501)])).toEqual([2]);
  });

  test('leave old versions beside a hundred of today', () => {
    const old = [ago(60 * DAY), ago(40 * DAY), ago(10 * DAY), ago(3 * DAY)];
    const today = Array.from({ length: 99 }, (_, index) => ago((99 - index) * MINUTE));
    expect(surplus([...old, ...today])).toHaveLength(3);
    expect(Math.min(...surplus([...old, ...today]))).toBeGreaterThan(4);
  });
});

test('thinning again changes nothing, and thinning each day leaves what thinning once does', () => {
  const versions = at(...Array.from({ length: 90 }, (_, index) => ago((90 - index) * 11 * HOUR)));
  const thin = (now: Date, of: typeof versions) => {
    const gone = surplusVersions(now, of, new Set());
    return of.filter(({ version }) => !gone.includes(version));
  };
  const once = thin(NOW, versions);
  expect(thin(NOW, once)).toEqual(once);
  const later = new Date(NOW.getTime() + 90 * DAY);
  let daily = versions;
  for (let day = 0; day <= 90; day += 1) daily = thin(new Date(NOW.getTime() + day * DAY), daily);
  expect(daily).toEqual(thin(later, versions));
});

test('an autosave replaces another for less than ten minutes', () => {
  expect(isReplaced(NOW, null)).toBe(false);
  expect(isReplaced(NOW, ago(10 * MINUTE - 1))).toBe(true);
  expect(isReplaced(NOW, ago(10 * MINUTE))).toBe(false);
});
