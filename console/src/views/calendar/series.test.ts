import { expect, test } from '@jest/globals';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { newRepeat } from './repeat.ts';
import { toSeriesBody } from './series.ts';

/** At nine in Berlin, in summer; it lasts half an hour. */
const EVENT = {
  id: 'evt_01',
  attributes: {
    scheduled_at: '2026-05-05T07:00:00.000Z',
    end_at: '2026-05-05T07:30:00.000Z',
    timezone: 'Europe/Berlin',
    series_id: 7,
    occurrence_at: '2026-05-05T07:00:00.000Z',
  },
} as GtmEvent;

const all = { scope: 'all', repeat: null } as const;
const following = { scope: 'following', repeat: null } as const;

test('a series gets what was changed alone, from the event on or everywhere', () => {
  expect(toSeriesBody(EVENT, { title: 'New' }, all)).toEqual({ title: 'New' });
  expect(toSeriesBody(EVENT, { title: 'New', campaign_id: null }, following)).toEqual({
    title: 'New',
    campaign_id: null,
    from: '2026-05-05T07:00:00.000Z',
  });
});

test('moments become a time of day in the zone of the series, and a length', () => {
  const later = { scheduled_at: '2026-05-05T08:15:00.000Z', end_at: '2026-05-05T08:45:00.000Z' };
  expect(toSeriesBody(EVENT, later, all)).toEqual({ start_time: '10:15' });
  expect(toSeriesBody(EVENT, { scheduled_at: '2026-05-05T06:30:00.000Z' }, all)).toEqual({
    start_time: '08:30',
    duration_minutes: 60,
  });
  expect(toSeriesBody(EVENT, { end_at: null }, all)).toEqual({ duration_minutes: null });
});

test('a series is not put on another day, in its own zone', () => {
  expect(toSeriesBody(EVENT, { scheduled_at: '2026-05-06T07:00:00.000Z' }, all)).toBeUndefined();
  expect(toSeriesBody(EVENT, { scheduled_at: '2026-05-04T22:30:00.000Z', end_at: null }, all)).toEqual({
    start_time: '00:30',
    duration_minutes: null,
  });
  expect(toSeriesBody(EVENT, { all_day: true }, all)).toBeUndefined();
});

test('from an event on a series repeats otherwise, beginning with the event where it was put', () => {
  const repeat = { ...newRepeat('WEEKLY', '2026-05-06'), weekdays: ['FR' as const], count: 4 };
  const moved = { scheduled_at: '2026-05-06T07:00:00.000Z', end_at: '2026-05-06T07:30:00.000Z' };
  expect(toSeriesBody(EVENT, moved, { scope: 'following', repeat })).toEqual({
    from: '2026-05-05T07:00:00.000Z',
    scheduled_at: '2026-05-06T07:00:00.000Z',
    recurrence: 'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=4',
  });
  expect(toSeriesBody(EVENT, {}, { scope: 'all', repeat })).toEqual({});
  expect(toSeriesBody(EVENT, { all_day: true }, { scope: 'following', repeat })).toBeUndefined();
});
