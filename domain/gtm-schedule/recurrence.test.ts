import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS } from '../kernel/durations.ts';
import 'temporal-polyfill/global';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { type OccurrenceTimes, occurrencesOf } from './recurrence.ts';
import { daysOfRule } from './recurrence-days.ts';
import { type RecurrenceRule, readRule, ruleText } from './recurrence-rule.ts';
import type { EventTimes } from './rules.ts';

function ruleOf(text: string): RecurrenceRule {
  const read = readRule(text);
  if ('problem' in read) throw new Error(`${text}: ${read.problem}`);
  return read.rule;
}

function repeated(text: string, differences: Partial<EventTimes> = {}) {
  const times = { scheduled_at: new Date('2026-03-02T08:00:00Z'), end_at: null, all_day: false, timezone: 'UTC' };
  return occurrencesOf(ruleOf(text), { ...times, ...differences });
}

function occurrences(text: string, differences: Partial<EventTimes> = {}): OccurrenceTimes[] {
  const found = repeated(text, differences);
  if ('problems' in found) throw new Error(JSON.stringify(found.problems));
  return found.occurrences;
}

const starts = (text: string, scheduled_at: string, timezone = 'UTC') =>
  occurrences(text, { scheduled_at: new Date(scheduled_at), timezone }).map(({ scheduled_at: start }) =>
    start.toISOString().replace('.000Z', 'Z'),
  );

describe('a rule', () => {
  test.each([
    ['freq=weekly;byday=mo,we;count=10', 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10'],
    ['RRULE:COUNT=1;FREQ=DAILY;INTERVAL=1;WKST=MO', 'FREQ=DAILY;COUNT=1'],
    ['FREQ=MONTHLY;BYDAY=+1MO,-1FR,-1FR;UNTIL=20261231', 'FREQ=MONTHLY;BYDAY=1MO,-1FR;UNTIL=20261231'],
    [
      'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=-1,29;WKST=SU;UNTIL=20280229T225959Z',
      'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=-1,29;WKST=SU;UNTIL=20280229T225959Z',
    ],
    ['FREQ=DAILY;COUNT=400', 'FREQ=DAILY;COUNT=400'],
  ])('%s is kept as %s', (text, kept) => {
    expect(ruleText(ruleOf(text))).toBe(kept);
    expect(ruleOf(kept)).toEqual(ruleOf(text));
  });

  test.each([
    ['', 'FREQ, INTERVAL'],
    ['FREQ=SECONDLY;COUNT=2', 'Must have FREQ'],
    ['COUNT=2', 'Must have FREQ'],
    ['FREQ=DAILY', 'Must end'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'Must end'],
    ['FREQ=DAILY;COUNT=0', 'from 1 to 400 in COUNT'],
    ['FREQ=DAILY;COUNT=401', 'from 1 to 400 in COUNT'],
    ['FREQ=DAILY;COUNT=1e2', 'from 1 to 400 in COUNT'],
    ['FREQ=DAILY;INTERVAL=0;COUNT=2', 'in INTERVAL'],
    ['FREQ=DAILY;COUNT=2;COUNT=3', 'COUNT only once'],
    ['FREQ=DAILY;COUNT=2;', 'May only have'],
    ['FREQ=DAILY;COUNT=', 'a value for COUNT'],
    ['FREQ=DAILY;COUNT=2=3', 'a value for COUNT'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=2', 'May only have'],
    ['FREQ=DAILY;BYHOUR=9;COUNT=2', 'May only have'],
    ['FREQ=WEEKLY;BYMONTHDAY=1;COUNT=2', 'BYMONTHDAY'],
    ['FREQ=WEEKLY;BYDAY=1MO;COUNT=2', 'numbers in BYDAY'],
    ['FREQ=YEARLY;BYDAY=20MO;COUNT=2', 'from 1 to 5 in BYDAY'],
    ['FREQ=YEARLY;BYDAY=2MO;COUNT=2', 'numbers in BYDAY'],
    ['FREQ=MONTHLY;BYDAY=XX;COUNT=2', 'days of the week'],
    ['FREQ=MONTHLY;BYMONTHDAY=32;COUNT=2', 'in BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=0;COUNT=2', 'in BYMONTHDAY'],
    ['FREQ=YEARLY;BYMONTH=13;COUNT=2', 'in BYMONTH'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL as a day'],
    ['FREQ=DAILY;UNTIL=20261231T090000', 'UNTIL as a day'],
    ['FREQ=DAILY;UNTIL=20261231T250000Z', 'time in UNTIL'],
  ])('%s is refused: %s', (text, reason) => {
    expect(readRule(text)).toEqual({ problem: expect.stringContaining(reason) });
  });
});

describe('the times of a series', () => {
  test('stay at their time of day when the clocks are changed', () => {
    expect(starts('FREQ=WEEKLY;COUNT=3', '2026-03-22T08:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-22T08:00:00Z',
      '2026-03-29T07:00:00Z',
      '2026-04-05T07:00:00Z',
    ]);
    expect(starts('FREQ=DAILY;COUNT=3', '2026-10-31T13:00:00Z', 'America/New_York')).toEqual([
      '2026-10-31T13:00:00Z',
      '2026-11-01T14:00:00Z',
      '2026-11-02T14:00:00Z',
    ]);
  });

  test('are the change where the clocks leave a time out, and the first of two', () => {
    expect(starts('FREQ=DAILY;COUNT=3', '2026-03-28T01:30:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:30:00Z',
    ]);
    expect(starts('FREQ=DAILY;COUNT=2', '2026-10-24T00:30:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-24T00:30:00Z',
      '2026-10-25T00:30:00Z',
    ]);
    // The first event is the moment that was given, the second of the two.
    expect(starts('FREQ=DAILY;COUNT=2', '2026-10-25T01:30:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-25T01:30:00Z',
      '2026-10-26T01:30:00Z',
    ]);
  });

  test.each([
    ['29 February', 'FREQ=YEARLY;COUNT=3', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['the 31st', 'FREQ=MONTHLY;COUNT=3', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['BYMONTHDAY=31', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', '2026-05-31', ['2026-05-31', '2026-07-31']],
    ['the last day', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', '2026-01-31', ['2026-01-31', '2026-02-28']],
    ['the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', '2026-03-27', ['2026-03-27', '2026-04-24']],
    ['a day with UNTIL', 'FREQ=DAILY;UNTIL=20260303', '2026-03-02', ['2026-03-02', '2026-03-03']],
    ['a moment with UNTIL', 'FREQ=DAILY;UNTIL=20260303T085959Z', '2026-03-02', ['2026-03-02']],
    ['one event', 'FREQ=DAILY;COUNT=1', '2026-03-02', ['2026-03-02']],
    [
      'weeks from Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=3',
      '2026-03-02',
      ['2026-03-02', '2026-03-15', '2026-03-16'],
    ],
    [
      'weeks from Monday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=3',
      '2026-03-02',
      ['2026-03-02', '2026-03-08', '2026-03-16'],
    ],
  ])('%s: %s', (_what, rule, first, days) => {
    expect(starts(rule, `${first}T09:00:00Z`).map((start) => start.slice(0, 10))).toEqual(days);
  });

  test('are at most 400, within ten years', () => {
    expect(occurrences('FREQ=DAILY;COUNT=400')).toHaveLength(400);
    expect(occurrences('FREQ=DAILY;UNTIL=20270405')).toHaveLength(400);
    expect(repeated('FREQ=DAILY;UNTIL=20270406')).toEqual({ problems: { recurrence: expect.stringContaining('400') } });
    const tooLong = { problems: { recurrence: expect.stringContaining('years') } };
    expect(occurrences('FREQ=YEARLY;COUNT=10')).toHaveLength(10);
    expect(repeated('FREQ=YEARLY;COUNT=20')).toEqual(tooLong);
    expect(repeated('FREQ=YEARLY;UNTIL=20990101')).toEqual(tooLong);
    const late = { scheduled_at: new Date('2195-10-27T09:00:00Z') };
    expect(occurrences('FREQ=YEARLY;COUNT=5', late)).toHaveLength(5);
    expect(repeated('FREQ=YEARLY;COUNT=6', late)).toEqual({
      problems: { recurrence: expect.stringContaining('2199') },
    });
  });

  test('begin on a day of the rule', () => {
    expect(repeated('FREQ=WEEKLY;BYDAY=TU;COUNT=3')).toEqual({
      problems: { scheduled_at: expect.stringContaining('2026-03-03') },
    });
    expect(repeated('FREQ=DAILY;UNTIL=20260301')).toEqual({
      problems: { recurrence: expect.stringContaining('ends') },
    });
    // In Tokyo the event is on Tuesday.
    const inTokyo = { scheduled_at: new Date('2026-03-02T20:00:00Z'), timezone: 'Asia/Tokyo' };
    expect(occurrences('FREQ=WEEKLY;BYDAY=TU;COUNT=3', inTokyo)).toHaveLength(3);
  });

  test('last as long as the first, or as many days', () => {
    const night = { scheduled_at: new Date('2026-03-28T00:00:00Z'), end_at: new Date('2026-03-28T03:00:00Z') };
    for (const { scheduled_at, end_at, occupied_until } of occurrences('FREQ=DAILY;COUNT=3', {
      ...night,
      timezone: 'Europe/Berlin',
    })) {
      expect(Number(end_at) - scheduled_at.getTime()).toBe(10_800_000);
      expect(occupied_until).toEqual(end_at);
    }
    const days = { all_day: true, timezone: 'Europe/Berlin' };
    const from = { scheduled_at: new Date('2026-03-21T23:00:00Z'), end_at: new Date('2026-03-22T23:00:00Z') };
    const [, second] = occurrences('FREQ=WEEKLY;COUNT=2', { ...days, ...from });
    expect(second).toEqual({
      scheduled_at: new Date('2026-03-28T23:00:00Z'),
      occurrence_at: new Date('2026-03-28T23:00:00Z'),
      end_at: new Date('2026-03-29T22:00:00Z'),
      occupied_from: new Date('2026-03-28T23:00:00Z'),
      occupied_until: new Date('2026-03-30T22:00:00Z'),
    });
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
    'FREQ=MONTHLY;INTERVAL=366;BYMONTHDAY=31;BYMONTH=4;UNTIL=20991231',
    'FREQ=WEEKLY;INTERVAL=366;BYDAY=MO;BYMONTH=8;COUNT=400',
  ])('that never come end soon: %s', async (rule) => {
    expect(repeated(rule)).toHaveProperty('problems');
    expect(await cpuTimeOf(() => repeated(rule), 20)).toBeLessThan(20);
  });
});

test('rules give the days that rrule-temporal finds', () => {
  const someOf = (values: readonly (string | number)[]) => fc.subarray([...values], { maxLength: 4 });
  const rules = fc.record({
    FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    INTERVAL: fc.integer({ min: 1, max: 4 }),
    BYMONTH: someOf([1, 2, 3, 4, 6, 8, 10, 11, 12]),
    BYMONTHDAY: someOf([1, 2, 13, 28, 29, 30, 31, -1, -2, -31]),
    BYDAY: someOf(['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']),
    nth: fc.constantFrom('', '1', '2', '5', '-1', '-5'),
    WKST: fc.constantFrom('SU', 'MO', 'TH'),
    first: fc.integer({ min: 20_000, max: 22_000 }),
  });
  const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  fc.assert(
    fc.property(rules, ({ first, nth, ...parts }) => {
      const isMonthly = parts.FREQ === 'MONTHLY' || (parts.FREQ === 'YEARLY' && parts.BYMONTH.length > 0);
      const last = first + 4 * 365;
      const text = Object.entries({
        ...parts,
        BYMONTHDAY: parts.FREQ === 'WEEKLY' ? [] : parts.BYMONTHDAY,
        BYDAY: parts.BYDAY.map((day) => (isMonthly && parts.BYMONTHDAY.length === 0 ? `${nth}${day}` : day)),
        UNTIL: textOf(last).replaceAll('-', ''),
      })
        .filter(([, value]) => !Array.isArray(value) || value.length > 0)
        .map((part) => part.join('='))
        .join(';');
      const start = textOf(first).replaceAll('-', '');
      const other = new RRuleTemporal({ rruleString: `DTSTART;VALUE=DATE:${start}\nRRULE:${text}` });
      const theirs = other.all((_day, index) => index < 60).map((day) => day.toString().slice(0, 10));
      const ours = [...daysOfRule(ruleOf(text), { first, last })].map(textOf);
      expect({ text, days: ours.slice(0, 60) }).toEqual({ text, days: theirs });
    }),
    { numRuns: 100 },
  );
});
