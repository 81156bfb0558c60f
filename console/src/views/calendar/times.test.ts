import { expect, test } from '@jest/globals';
import {
  displayDays,
  displayTimes,
  monthOf,
  noonIn,
  plusMonths,
  reschedule,
  wallTime,
  weekOf,
  weeksOfMonth,
} from './times.ts';

const timed = { all_day: false, timezone: 'Europe/Berlin' };
const wholeDays = { all_day: true };

test('months and weeks have their days', () => {
  expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(weekOf('2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(weekOf('2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  expect(weeksOfMonth('2026-11-22')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %i months are %s', (day, months, later) => {
  expect(plusMonths(day, months)).toBe(later);
});

test.each([
  ['2026-05-04', 'Pacific/Kiritimati', '2026-05-03T22:00:00.000Z'],
  ['2026-05-04', 'Pacific/Pago_Pago', '2026-05-04T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
])('noon of %s in %s is %s', (day, zone, moment) => {
  expect(noonIn(day, zone)).toBe(moment);
});

test('whole days are those of the event’s zone, wherever the viewer is', () => {
  const event = {
    ...wholeDays,
    timezone: 'Pacific/Auckland',
    scheduled_at: '2026-05-03T12:00:00.000Z',
    end_at: '2026-05-04T12:00:00.000Z',
  };
  expect(displayTimes(event)).toEqual({ start: '2026-05-04 00:00:00', end: '2026-05-05 23:59:59' });
  const moved = reschedule(event, '2026-05-11 00:00:00');
  expect(displayDays({ ...event, ...moved })).toEqual({ from: '2026-05-11', to: '2026-05-12' });
});

test('whole days stay whole over the nights in which clocks are changed', () => {
  const event = { ...wholeDays, timezone: 'Europe/Berlin', scheduled_at: '2026-03-27T23:00:00.000Z', end_at: null };
  const moved = reschedule(event, '2026-03-30 00:00:00');
  expect(moved.end_at).toBeNull();
  expect(displayDays({ ...event, ...moved })).toEqual({ from: '2026-03-30', to: '2026-03-30' });
});

test('an event that is moved lasts as long as before', () => {
  const event = { ...timed, scheduled_at: '2026-05-04T07:00:00.000Z', end_at: '2026-05-04T08:30:00.000Z' };
  const start = displayTimes(event).start.replace('2026-05-04', '2026-05-07');
  const moved = reschedule(event, start);
  expect(Date.parse(moved.end_at ?? '') - Date.parse(moved.scheduled_at)).toBe(5_400_000);
  expect(wallTime(moved.scheduled_at)).toBe(start.replace(' ', 'T').slice(0, 16));
});

test('an event without an end has none after it was moved, and takes some room', () => {
  const event = { ...timed, scheduled_at: '2026-05-04T07:00:00.000Z', end_at: null };
  const { start, end } = displayTimes(event);
  expect(Date.parse(end) - Date.parse(start)).toBe(1_800_000);
  expect(reschedule(event, '2026-05-05 10:00:00').end_at).toBeNull();
});
