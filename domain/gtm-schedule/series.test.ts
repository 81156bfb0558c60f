import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { invoke } from '../kernel/invoke.ts';
import type { Partner } from '../partners/types.ts';
import { cancelFollowingEvents } from './operations/cancel-following-events.ts';
import { createCampaign } from './operations/create-campaign.ts';
import { createSeries } from './operations/create-series.ts';
import { deleteEvent } from './operations/delete-event.ts';
import { deleteSeries } from './operations/delete-series.ts';
import { getSeries, listEvents, listEventsOfSeries, listSeries } from './operations/reads.ts';
import { updateEvent } from './operations/update-event.ts';
import { updateSeries } from './operations/update-series.ts';
import type { GtmEventRow, GtmSeriesRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(new Date('2026-03-01T12:00:00Z'));
  ({ partner, call } = await service.createCaller());
});
afterAll(() => service.stop());

/** Mondays at nine in Berlin; the clocks are changed between the fourth and the fifth. */
const BODY = {
  title: 'Round-up',
  scheduled_at: '2026-03-02T08:00:00Z',
  end_at: '2026-03-02T08:30:00Z',
  timezone: 'Europe/Berlin',
  event_type: 'blog_post',
  channel: 'blog',
  recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6',
};
const DAYS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06'];

const add = (differences: object = {}, by = call): Promise<GtmSeriesRow> =>
  service.run(by, createSeries, { input: { ...BODY, ...differences } });
const change = ({ id }: GtmSeriesRow, input: object, by = call) =>
  service.run(by, updateSeries, { params: { id }, input });
const remove = ({ id }: GtmSeriesRow, by = call) => service.run(by, deleteSeries, { params: { id } });
const cancelFrom = ({ id }: GtmSeriesRow, from: Date | null, by = call) =>
  service.run(by, cancelFollowingEvents, { params: { id }, input: { from: from?.toISOString() } });
const eventsOf = async ({ id }: GtmSeriesRow, input: object = {}): Promise<GtmEventRow[]> =>
  (await service.run(call, listEventsOfSeries, { params: { id }, input: { per_page: 100, ...input } })).rows;
const shown = (events: readonly GtmEventRow[]) =>
  events.map(({ title, scheduled_at }) => `${scheduled_at.toISOString().slice(5, 16)} ${title}`);
const onSchedule = async () =>
  (
    await service.run(call, listEvents, {
      input: { start_date: '2026-01-01', end_date: '2026-12-31', per_page: 100 },
    })
  ).rows;
const edit = ({ id }: GtmEventRow, input: object) => service.run(call, updateEvent, { params: { id }, input });
const cancel = ({ id }: GtmEventRow) => service.run(call, deleteEvent, { params: { id } });
/** The event of a place in a series; fails where there is none. */
async function eventAt(series: GtmSeriesRow, index: number): Promise<GtmEventRow> {
  const event = (await eventsOf(series)).at(index);
  if (!event) throw new Error(`There is no event ${index}.`);
  return event;
}

describe('a series', () => {
  test('is a rule, and ordinary events at the same time of day', async () => {
    const series = await add();
    expect(series).toMatchObject({ recurrence: BODY.recurrence, occurrence_count: 6, cancelled_from: null });
    const events = await eventsOf(series);
    expect(events.map(({ scheduled_at }) => scheduled_at.toISOString())).toEqual(
      DAYS.map((day) => `${day}T0${day < '2026-03-29' ? 8 : 7}:00:00.000Z`),
    );
    expect(await onSchedule()).toEqual(events);
    for (const { series_id, occurrence_at, scheduled_at, end_at, series_exception } of events) {
      expect({ series_id, occurrence_at, series_exception }).toEqual({
        series_id: series.id,
        occurrence_at: scheduled_at,
        series_exception: false,
      });
      expect(Number(end_at) - scheduled_at.getTime()).toBe(1_800_000);
    }
    expect(await service.run(call, getSeries, { params: { id: series.id } })).toEqual(series);
    expect((await service.run(call, listSeries, { input: {} })).rows).toEqual([series]);
  });

  test('is refused as a whole, by the field that is wrong', async () => {
    const problems = async (differences: object) => Object.keys(await validationOf(add(differences)));
    expect(await problems({ recurrence: 'FREQ=SECONDLY;COUNT=2' })).toEqual(['recurrence']);
    expect(await problems({ recurrence: 'FREQ=DAILY;UNTIL=20270501' })).toEqual(['recurrence']);
    expect(await problems({ recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' })).toEqual(['scheduled_at']);
    expect(await problems({ end_at: '2026-03-01T00:00:00Z' })).toEqual(['end_at']);
    expect(await problems({ description: 'x'.repeat(5_001) })).toEqual(['description']);
    expect(await onSchedule()).toEqual([]);
  });

  test('has room for all of its events, or for none', async () => {
    const limited = (events: number, event_series = 10) => {
      const deps = { ...service.deps, limits: { ...service.deps.limits, events, event_series } };
      return codeOf(invoke(deps, call, createSeries, { input: BODY }));
    };
    expect(await limited(5)).toBe('CONFLICT');
    expect(await limited(6, 0)).toBe('CONFLICT');
    expect(await onSchedule()).toEqual([]);
    expect(await limited(6)).toBe('none');
    // Two at once, with room for one.
    expect((await Promise.all([limited(12), limited(12)])).toSorted()).toEqual(['CONFLICT', 'none']);
  });

  test('of 400 events is made at once', async () => {
    const series = await add({ recurrence: 'FREQ=DAILY;COUNT=400' });
    const { total } = await service.run(call, listEventsOfSeries, { params: { id: series.id }, input: {} });
    expect(total).toBe(400);
  });

  test('is one for a request that is repeated after a crash', async () => {
    const series = await add();
    expect(await createSeries.recover?.(service.deps, call, String(series.id))).toEqual(series);
  });

  test('of another partner is neither seen nor changed', async () => {
    const series = await add();
    const { call: foreign } = await service.createCaller();
    expect(await codeOf(change(series, { title: 'Theirs' }, foreign))).toBe('FORBIDDEN');
    expect(await codeOf(remove(series, foreign))).toBe('FORBIDDEN');
    expect(await codeOf(cancelFrom(series, series.starts_at, foreign))).toBe('FORBIDDEN');
    expect(await codeOf(service.run(foreign, listEventsOfSeries, { params: { id: series.id }, input: {} }))).toBe(
      'FORBIDDEN',
    );
    expect((await service.run(foreign, listSeries, { input: {} })).rows).toEqual([]);
    expect(await eventsOf(series)).toHaveLength(6);
  });
});

describe('a change of a series', () => {
  test('concerns what is to come, and leaves exceptions', async () => {
    const series = await add();
    const exception = await edit(await eventAt(series, 3), { title: 'Guest post' });
    expect(exception).toMatchObject({ series_exception: true, series_id: series.id });
    await cancel(await eventAt(series, 4));
    service.setClock(new Date('2026-03-09T08:00:00Z'));
    const changed = await change(series, { title: 'News', start_time: '10:15', duration_minutes: 45 });
    expect(changed).toMatchObject({ title: 'News', changed: 2 });
    expect(shown(await eventsOf(series))).toEqual([
      '03-02T08:00 Round-up',
      '03-09T08:00 Round-up',
      '03-16T09:15 News',
      '03-23T08:00 Guest post',
      '04-06T08:15 News',
    ]);
    const [, , third] = await eventsOf(series);
    expect(third).toMatchObject({
      end_at: new Date('2026-03-16T10:00:00Z'),
      occurrence_at: new Date('2026-03-16T08:00:00Z'),
      sequence: 1,
    });
  });

  test('from a moment on concerns this event and the following ones', async () => {
    const series = await add({ description: 'All of it.' });
    const { occurrence_at } = await eventAt(series, 4);
    await change(series, {
      from: occurrence_at?.toISOString(),
      channel: 'email',
      description: null,
      duration_minutes: null,
    });
    const events = await eventsOf(series);
    expect(events.map(({ channel, description, end_at }) => [channel, description, end_at === null])).toEqual([
      ...Array(4).fill(['blog', 'All of it.', false]),
      ...Array(2).fill(['email', null, true]),
    ]);
    expect(await service.run(call, getSeries, { params: { id: series.id } })).toMatchObject({ title: 'Round-up' });
  });

  test('without a difference changes nothing', async () => {
    const series = await add();
    const before = await eventsOf(series);
    service.setClock(new Date('2026-03-01T13:00:00Z'));
    const same = { title: 'Round-up', channel: 'blog', start_time: '09:00', duration_minutes: 30, campaign_id: null };
    expect(await change(series, same)).toMatchObject({ changed: 0, updated_at: series.updated_at });
    expect(await eventsOf(series)).toEqual(before);
  });

  test('joins a campaign, which its deletion leaves without making exceptions', async () => {
    const series = await add();
    const { id: campaign_id } = await service.run(call, createCampaign, { input: { name: 'Spring' } });
    await change(series, { campaign_id });
    expect((await eventsOf(series)).map((event) => event.campaign_id)).toEqual(Array(6).fill(campaign_id));
    expect(await codeOf(change(series, { campaign_id: Number.MAX_SAFE_INTEGER }))).toBe('NOT_FOUND');
  });

  test('gives events of whole days no time', async () => {
    const series = await add({ all_day: true, end_at: null });
    const problems = await validationOf(change(series, { start_time: '10:00', duration_minutes: 5 }));
    expect(Object.keys(problems).toSorted()).toEqual(['duration_minutes', 'start_time']);
    expect(await codeOf(change(series, { title: 'Day' }))).toBe('none');
  });

  test.each(['24:00', '9:00', '09:60', '09:00:00'])('refuses %s as a time of day', async (start_time) => {
    expect(await validationOf(change(await add(), { start_time }))).toHaveProperty('start_time');
  });

  test('is not lost when two happen at once, and an exception that is made meanwhile stays one', async () => {
    const series = await add();
    const fourth = await eventAt(series, 3);
    await Promise.all([
      change(series, { title: 'News' }),
      change(series, { channel: 'email' }),
      edit(fourth, { title: 'Guest post', channel: 'videonet' }),
    ]);
    const events = await eventsOf(series);
    expect(events.filter(({ title, channel }) => title === 'News' && channel === 'email')).toHaveLength(5);
    expect(events[3]).toMatchObject({ title: 'Guest post', channel: 'videonet', series_exception: true });
  });
});

describe('another rule', () => {
  test('has the events that are to come on its days: those on both stay, others are cancelled, and missing ones added', async () => {
    const series = await add({ description: 'All of it.' });
    await edit(await eventAt(series, 3), { title: 'Guest post', scheduled_at: '2026-03-24T08:00:00Z', end_at: null });
    await cancel(await eventAt(series, 4));
    service.setClock(new Date('2026-03-09T12:00:00Z'));
    const before = await eventsOf(series);
    const changed = await change(series, { recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6', title: 'News' });
    expect(changed).toMatchObject({
      title: 'News',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6',
      starts_at: new Date('2026-03-16T08:00:00Z'),
      occurrence_count: 6,
      // One that stays, one that is cancelled, three that are added.
      changed: 5,
      first_at: new Date('2026-03-02T08:00:00Z'),
      next_at: new Date('2026-03-16T08:00:00Z'),
      upcoming_count: 5,
      channel: 'blog',
    });
    const after = await eventsOf(series);
    expect(shown(after)).toEqual([
      '03-02T08:00 Round-up',
      '03-09T08:00 Round-up',
      '03-16T08:00 News',
      '03-18T08:00 News',
      // By the rule on the day before.
      '03-24T08:00 Guest post',
      '03-25T08:00 News',
      // The Monday that was cancelled by itself is not there again.
      '04-01T07:00 News',
    ]);
    expect(after[2]?.id).toBe(before[2]?.id);
    expect(after[3]).toMatchObject({
      description: 'All of it.',
      end_at: new Date('2026-03-18T08:30:00Z'),
      series_exception: false,
    });
    expect(await service.run(call, getSeries, { params: { id: series.id } })).toMatchObject({ upcoming_count: 5 });
  });

  test('and back again has the same times once', async () => {
    const series = await add();
    await change(series, { recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' });
    expect((await eventsOf(series)).map(({ scheduled_at }) => scheduled_at.toISOString().slice(0, 10))).toEqual([
      '2026-03-03',
      '2026-03-10',
      '2026-03-17',
      '2026-03-24',
      '2026-03-31',
      '2026-04-07',
    ]);
    await change(series, { recurrence: BODY.recurrence, scheduled_at: BODY.scheduled_at });
    expect((await eventsOf(series)).map(({ scheduled_at }) => scheduled_at.toISOString().slice(0, 10))).toEqual(DAYS);
  });

  test('from a moment on leaves those before, and a series that was cut goes on', async () => {
    const series = await add();
    await cancelFrom(series, new Date('2026-03-20T00:00:00Z'));
    const changed = await change(series, {
      from: '2026-03-23T00:00:00Z',
      recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2',
      start_time: '10:00',
      channel: 'email',
    });
    expect(changed).toMatchObject({ cancelled_from: null, changed: 2, upcoming_count: 5 });
    const events = await eventsOf(series);
    expect(events.map(({ scheduled_at, channel }) => `${scheduled_at.toISOString().slice(5, 16)} ${channel}`)).toEqual([
      '03-02T08:00 blog',
      '03-09T08:00 blog',
      '03-16T08:00 blog',
      '03-30T08:00 email',
      '04-13T08:00 email',
    ]);
  });

  test('begins where it is told to, in the future and on a day of the rule', async () => {
    const series = await add();
    const problemsOf = async (input: object) => Object.keys(await validationOf(change(series, input)));
    const recurrence = 'FREQ=WEEKLY;BYDAY=TU;COUNT=2';
    expect(await problemsOf({ scheduled_at: '2026-03-10T08:00:00Z' })).toEqual(['scheduled_at']);
    expect(await problemsOf({ recurrence, scheduled_at: '2026-02-24T08:00:00Z' })).toEqual(['scheduled_at']);
    expect(await problemsOf({ recurrence, scheduled_at: '2026-03-09T08:00:00Z' })).toEqual(['scheduled_at']);
    expect(await problemsOf({ recurrence, scheduled_at: '2026-03-10T08:00:00Z', start_time: '09:00' })).toEqual([
      'start_time',
    ]);
    expect(
      await problemsOf({ recurrence, scheduled_at: '2026-03-10T08:00:00Z', from: '2026-03-11T00:00:00Z' }),
    ).toEqual(['scheduled_at']);
    expect(await problemsOf({ recurrence: 'FREQ=WEEKLY;UNTIL=20260301' })).toEqual(['recurrence']);
    expect(await problemsOf({ recurrence: null })).toEqual(['recurrence']);
    expect(shown(await eventsOf(series))).toHaveLength(6);
    await change(series, { recurrence, scheduled_at: '2026-03-10T13:00:00Z' });
    expect(shown(await eventsOf(series))).toEqual(['03-10T13:00 Round-up', '03-17T13:00 Round-up']);
  });

  test('has at most 400 events with those that stay, and needs room for those that it adds', async () => {
    const series = await add({ recurrence: 'FREQ=DAILY;COUNT=400', end_at: null });
    service.setClock(new Date('2026-03-02T12:00:00Z'));
    expect(Object.keys(await validationOf(change(series, { recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=400' })))).toEqual([
      'recurrence',
    ]);
    expect(await change(series, { recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=399' })).toMatchObject({
      upcoming_count: 399,
    });
    const small = await add();
    const deps = { ...service.deps, limits: { ...service.deps.limits, events: 407 } };
    const grow = (count: number) =>
      codeOf(
        invoke(deps, call, updateSeries, {
          params: { id: small.id },
          input: { recurrence: `FREQ=DAILY;COUNT=${count}` },
        }),
      );
    expect(await grow(8)).toBe('CONFLICT');
    expect(await grow(6)).toBe('none');
  });

  test('that is the same changes nothing, and of two at once both are carried out', async () => {
    const series = await add();
    expect(await change(series, { recurrence: 'rrule:freq=weekly;count=6;byday=mo' })).toMatchObject({
      changed: 0,
      updated_at: series.updated_at,
    });
    await Promise.all([
      change(series, { recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }),
      change(series, { recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=3' }),
    ]);
    const days = new Set((await eventsOf(series)).map(({ scheduled_at }) => scheduled_at.getUTCDay()));
    expect([await eventsOf(series).then(({ length }) => length), days.size]).toEqual([3, 1]);
  });
});

describe('a deletion of a series', () => {
  test('from a moment on cancels this event and the following ones but for exceptions', async () => {
    const series = await add();
    await edit(await eventAt(series, 4), { title: 'Guest post' });
    const { occurrence_at } = await eventAt(series, 2);
    expect(await cancelFrom(series, occurrence_at)).toMatchObject({ cancelled: 3, cancelled_from: occurrence_at });
    expect(shown(await eventsOf(series))).toEqual([
      '03-02T08:00 Round-up',
      '03-09T08:00 Round-up',
      '03-30T07:00 Guest post',
    ]);
    const kept = await service.run(call, getSeries, { params: { id: series.id } });
    expect(kept).toMatchObject({ cancelled_from: occurrence_at });
    expect(await cancelFrom(series, occurrence_at)).toMatchObject({ cancelled: 0 });
    expect(await validationOf(cancelFrom(series, null))).toHaveProperty('from');
  });

  test('of all leaves what is past and exceptions, as events of no series', async () => {
    const series = await add();
    await edit(await eventAt(series, 4), { title: 'Guest post' });
    service.setClock(new Date('2026-03-09T12:00:00Z'));
    await remove(series);
    expect(await codeOf(service.run(call, getSeries, { params: { id: series.id } }))).toBe('NOT_FOUND');
    expect(await codeOf(remove(series))).toBe('NOT_FOUND');
    expect(await codeOf(change(series, { title: 'News' }))).toBe('NOT_FOUND');
    const left = await onSchedule();
    expect(shown(left)).toEqual(['03-02T08:00 Round-up', '03-09T08:00 Round-up', '03-30T07:00 Guest post']);
    expect(
      left.map(({ series_id, occurrence_at, series_exception }) => [series_id, occurrence_at, series_exception]),
    ).toEqual(Array(3).fill([null, null, false]));
  });

  test('happens once when two ask for it', async () => {
    const series = await add();
    expect((await Promise.all([codeOf(remove(series)), codeOf(remove(series))])).toSorted()).toEqual([
      'NOT_FOUND',
      'none',
    ]);
  });
});

test('a sandbox key changes no events and no series of production', async () => {
  const { call: sandboxCall } = await service.createKey(partner, { sandbox: true });
  const [series, ofSandbox] = [await add(), await add({}, sandboxCall)];
  const event = await eventAt(series, 0);
  const by = (operation: typeof updateEvent | typeof deleteEvent, input: object = {}) =>
    codeOf(service.run(sandboxCall, operation as typeof updateEvent, { params: { id: event.id }, input }));
  expect([
    await by(updateEvent, { title: 'Other' }),
    await by(deleteEvent),
    await codeOf(change(series, { title: 'Other' }, sandboxCall)),
    await codeOf(cancelFrom(series, new Date('2026-03-10T00:00:00Z'), sandboxCall)),
    await codeOf(remove(series, sandboxCall)),
  ]).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'));
  expect((await eventsOf(series)).map(({ title, sequence }) => [title, sequence])).toEqual(
    DAYS.map(() => ['Round-up', 0]),
  );
  expect(await change(ofSandbox, { title: 'Tried' }, sandboxCall)).toMatchObject({ title: 'Tried' });
  // Production changes what the sandbox has made.
  await remove(ofSandbox);
});
