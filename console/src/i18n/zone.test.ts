import { afterEach, expect, test } from '@jest/globals';
import { endOfDay, startOfDay } from '../lib/day-range.ts';
import { currentZone, instantOf, setZone, wallTimeIn } from './zone.ts';

afterEach(() => setZone(null));

test.each([
  ['Asia/Tokyo', '2026-11-22T09:30', '2026-11-22T00:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-21T16:30', '2026-11-22T00:30:00.000Z'],
  ['Australia/Adelaide', '2026-11-22T11:00', '2026-11-22T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
])('a time in %s is an instant, and back', (zone, wall, instant) => {
  setZone(zone);
  expect(instantOf(wall)).toBe(instant);
  expect(wallTimeIn(instant).slice(0, 16)).toBe(wall);
  expect(currentZone()).toBe(zone);
});

test('a time that a change of the clocks leaves out is moved on', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('a day begins and ends where the person is', () => {
  setZone('Pacific/Auckland');
  expect([startOfDay('2026-11-22'), endOfDay('2026-11-22')]).toEqual([
    '2026-11-21T11:00:00.000Z',
    '2026-11-22T10:59:59.999Z',
  ]);
  expect(startOfDay(undefined)).toBeUndefined();
});

test('a zone that the browser does not know is left out', () => {
  setZone('Atlantis/Capital');
  expect(currentZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
