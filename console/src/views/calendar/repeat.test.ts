import { expect, test } from '@jest/globals';
import { newRepeat, placesOf, readRule, ruleOf, weekdayOf } from './repeat.ts';

/** A Tuesday. */
const FIRST = '2026-05-05';

test('days of the week are those of the calendar', () => {
  expect(['2026-05-04', '2026-05-09', '2026-05-10'].map(weekdayOf)).toEqual(['MO', 'SA', 'SU']);
});

test('a weekly rule has the day of its first event, whatever days were chosen besides', () => {
  expect(ruleOf({ ...newRepeat('WEEKLY', FIRST), weekdays: ['FR', 'MO'], interval: 2 }, FIRST)).toBe(
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,FR;COUNT=10',
  );
  expect(ruleOf({ ...newRepeat('WEEKLY', FIRST), count: 3 }, '2026-05-10')).toBe('FREQ=WEEKLY;BYDAY=SU;COUNT=3');
});

test('other rules have no days of the week, and end on a day', () => {
  expect(ruleOf({ ...newRepeat('MONTHLY', FIRST), weekdays: ['FR'], ends: 'until', until: '2026-12-31' }, FIRST)).toBe(
    'FREQ=MONTHLY;UNTIL=20261231',
  );
});

test('the parts of a rule are read, and one that no words are for is not', () => {
  expect(readRule('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO;UNTIL=20261231T230000Z')).toEqual({
    frequency: 'WEEKLY',
    interval: 2,
    weekdays: ['MO', 'FR'],
    places: [],
    monthDays: [],
    months: [],
    until: '2026-12-31',
  });
  expect(readRule('FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1,-1;COUNT=4')).toEqual({
    frequency: 'YEARLY',
    interval: 1,
    weekdays: [],
    places: [],
    monthDays: [1, -1],
    months: [3, 9],
    count: 4,
  });
  expect(readRule('FREQ=MONTHLY;BYDAY=2FR,-1MO;COUNT=4')).toMatchObject({
    weekdays: [],
    places: [
      { weekday: 'FR', number: 2 },
      { weekday: 'MO', number: -1 },
    ],
  });
  expect(readRule('FREQ=MONTHLY;BYDAY=2XX')).toBeUndefined();
  expect(readRule('')).toBeUndefined();
});

test.each([
  ['2026-05-08', ['day', 'weekday'], 'BYDAY=2FR'],
  ['2026-05-24', ['day', 'weekday'], 'BYDAY=4SU'],
  ['2026-05-25', ['day', 'weekday', 'lastWeekday'], 'BYDAY=4MO'],
  ['2026-05-29', ['day', 'lastWeekday'], 'COUNT=10'],
  ['2026-05-31', ['day', 'lastWeekday', 'lastDay'], 'COUNT=10'],
])('a first event on %s can be at the places %j of its month', (first, places, part) => {
  expect(placesOf(first)).toEqual(places);
  expect(ruleOf({ ...newRepeat('MONTHLY', first), place: 'weekday' }, first)).toContain(part);
  const atEnd = (place: 'lastWeekday' | 'lastDay') => ruleOf({ ...newRepeat('MONTHLY', first), place }, first);
  expect(atEnd('lastWeekday').includes('BYDAY=-1')).toBe(places.includes('lastWeekday'));
  expect(atEnd('lastDay').includes('BYMONTHDAY=-1')).toBe(places.includes('lastDay'));
});
