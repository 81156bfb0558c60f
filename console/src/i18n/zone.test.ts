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

test.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
])('a time that a change of the clocks in %s leaves out is moved on', (zone, wall, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
});

test.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
])('of a time that the clocks in %s show twice it is the first', (zone, wall, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
});

test('a year that is being typed is one, and what is no time yet stays as it is', () => {
  setZone('Asia/Tokyo');
  expect(instantOf('0202-11-22T09:00')).toBe('0202-11-21T23:41:01.000Z');
  expect(startOfDay('0002-11-22')).toBe('0002-11-21T14:41:01.000Z');
  expect(endOfDay('0002-11-22')).toBe('0002-11-22T14:41:00.999Z');
  expect(wallTimeIn('0002-11-22T00:00:00Z', 'UTC')).toBe('0002-11-22T00:00:00');
  expect([instantOf('20261-11-22T09:00'), startOfDay('20261-11-22'), endOfDay('20261-11-22')]).toEqual([
    '20261-11-22T09:00',
    '20261-11-22T00:00:00',
    '20261-11-22',
  ]);
});

test('a day on which the clocks are changed at midnight has all of its hours, and none of another', () => {
  setZone('America/Santiago');
  expect(startOfDay('2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
  expect(endOfDay('2026-09-05')).toBe('2026-09-06T03:59:59.999Z');
  setZone('Africa/Cairo');
  expect(endOfDay('2026-10-29')).toBe('2026-10-29T21:59:59.999Z');
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
