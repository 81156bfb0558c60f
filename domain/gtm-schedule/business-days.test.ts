import { expect, test } from '@jest/globals';
import { addBusinessDays, businessDay, dayOf, momentAt } from './business-days.ts';

test.each([
  // A Thursday.
  ['2026-05-07', 0, '2026-05-07'],
  ['2026-05-07', 1, '2026-05-08'],
  ['2026-05-07', 2, '2026-05-11'],
  ['2026-05-07', 15, '2026-05-28'],
  ['2026-05-07', -4, '2026-05-01'],
  // A Saturday and a Sunday.
  ['2026-05-09', 1, '2026-05-11'],
  ['2026-05-09', 5, '2026-05-15'],
  ['2026-05-10', -1, '2026-05-08'],
  ['2026-05-10', -5, '2026-05-04'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
])('%s and %d business days are %s', (day, days, expected) => {
  expect(addBusinessDays(day, days)).toBe(expected);
});

test('counting on and back again leads to the same day', () => {
  for (let days = 1; days <= 60; days += 1)
    expect(addBusinessDays(addBusinessDays('2026-05-07', days), -days)).toBe('2026-05-07');
});

test.each([
  ['2026-05-08', '2026-05-08'],
  ['2026-05-09', '2026-05-11'],
  ['2026-05-10', '2026-05-11'],
])('the business day of %s is %s', (day, expected) => {
  expect(businessDay(day)).toBe(expected);
});

test.each([
  ['2026-05-07T23:30:00Z', 'UTC', '2026-05-07'],
  ['2026-05-07T23:30:00Z', 'Europe/Berlin', '2026-05-08'],
  ['2026-05-07T00:30:00Z', 'America/New_York', '2026-05-06'],
  ['2026-05-07T10:30:00Z', 'Pacific/Kiritimati', '2026-05-08'],
])('%s is, in %s, on %s', (moment, timezone, day) => {
  expect(dayOf(new Date(moment), timezone)).toBe(day);
});

test.each([
  ['2026-05-07', 9, 'UTC', '2026-05-07T09:00:00.000Z'],
  ['2026-05-07', 9, 'America/New_York', '2026-05-07T13:00:00.000Z'],
  ['2026-05-07', 9, 'Asia/Kathmandu', '2026-05-07T03:15:00.000Z'],
  ['2026-05-07', 9, 'Pacific/Kiritimati', '2026-05-06T19:00:00.000Z'],
  // Clocks changed the night before.
  ['2026-03-29', 9, 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
  ['2026-10-25', 9, 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
  ['2026-03-08', 15, 'America/New_York', '2026-03-08T19:00:00.000Z'],
  // Midnight comes twice, or not at all.
  ['2021-10-29', 0, 'Asia/Amman', '2021-10-28T21:00:00.000Z'],
  ['2026-04-24', 0, 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-10-25', 0, 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
])('on %s it is %d hours in %s at %s', (day, hour, timezone, moment) => {
  expect(momentAt(day, hour, timezone).toISOString()).toBe(moment);
});
