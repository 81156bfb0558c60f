import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { waitingFor } from '../../test/environment/blocked.ts';
import { sequentialScans } from '../../test/environment/sequential-scans.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { createContentItem } from '../content-items/operations/create-item.ts';
import { findContentItems } from '../content-items/operations/reads.ts';
import { updateContentItem } from '../content-items/operations/update-item.ts';
import type { Call } from '../kernel/call.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import { eventBatches, findRevision, selectEventOfItems, selectEvents } from './event-store.ts';
import { createEvent } from './operations/create-event.ts';
import { createSeries } from './operations/create-series.ts';
import { deleteEvent } from './operations/delete-event.ts';
import { getEvent, listEvents } from './operations/reads.ts';
import { updateEvent } from './operations/update-event.ts';
import { feedRange, rangeOfDays } from './rules.ts';
import { rollUpEventCounts } from './steps/housekeeping.ts';
import type { GtmEventRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(new Date('2026-03-10T12:00:00.500Z'));
  ({ partner, call } = await service.createCaller());
});
afterAll(() => service.stop());

const BODY = { title: 'Launch', scheduled_at: '2026-03-10T09:00:00Z', event_type: 'product_launch', channel: 'blog' };
const add = (differences: object = {}): Promise<GtmEventRow> =>
  service.run(call, createEvent, { input: { ...BODY, ...differences } });
const change = ({ id }: GtmEventRow, input: object) => service.run(call, updateEvent, { params: { id }, input });
const list = (start_date: string, end_date: string, filter: object = {}) =>
  service.run(call, listEvents, { input: { start_date, end_date, ...filter } });
async function titles(start_date: string, end_date: string, filter: object = {}): Promise<string[]> {
  const { rows, total } = await list(start_date, end_date, filter);
  expect(rows).toHaveLength(total);
  return rows.map(({ title }) => title);
}

describe('a range of days includes events that overlap it', () => {
  test.each([
    ['a moment on its first instant', { scheduled_at: '2026-03-10T00:00:00Z' }, true],
    ['a moment on its last instant', { scheduled_at: '2026-03-10T23:59:59.999Z' }, true],
    ['a moment after it', { scheduled_at: '2026-03-11T00:00:00Z' }, false],
    ['a moment before it', { scheduled_at: '2026-03-09T23:59:59.999Z' }, false],
    ['what ends as it begins', { scheduled_at: '2026-03-09T22:00:00Z', end_at: '2026-03-10T00:00:00Z' }, false],
    ['what reaches into it', { scheduled_at: '2026-03-09T22:00:00Z', end_at: '2026-03-10T00:00:01Z' }, true],
    ['what began weeks ago', { scheduled_at: '2026-02-01T00:00:00Z', end_at: '2026-03-20T00:00:00Z' }, true],
    ['what ended weeks ago', { scheduled_at: '2026-01-01T00:00:00Z', end_at: '2026-02-01T00:00:00Z' }, false],
    ['the longest that there is', { scheduled_at: '2025-03-10T00:00:00Z', end_at: '2026-03-11T00:00:00Z' }, true],
    ['a day of its own in UTC', { all_day: true }, true],
    ['the day before in UTC', { all_day: true, scheduled_at: '2026-03-09T23:00:00Z' }, false],
    [
      'a day that is half over in Kiritimati',
      { all_day: true, timezone: 'Pacific/Kiritimati', scheduled_at: '2026-03-10T22:00:00Z' },
      true,
    ],
    [
      'days whose last one is within it',
      { all_day: true, scheduled_at: '2026-03-07T00:00:00Z', end_at: '2026-03-10T00:00:00Z' },
      true,
    ],
    [
      'days whose last one is before it',
      { all_day: true, scheduled_at: '2026-03-07T00:00:00Z', end_at: '2026-03-09T23:59:00Z' },
      false,
    ],
  ])('%s', async (_what, times, overlaps) => {
    await add(times);
    expect(await titles('2026-03-10', '2026-03-10')).toEqual(overlaps ? ['Launch'] : []);
  });

  test('of two days, one of which is shorter where the database is', async () => {
    await add({ scheduled_at: '2026-03-28T00:30:00Z', end_at: '2026-03-30T00:15:00Z' });
    const range = { from: new Date('2026-03-30T00:00:00Z'), until: new Date('2026-03-31T00:00:00Z') };
    const found = await service.dataSource.transaction(async (em) => {
      await em.query(`SET LOCAL timezone = 'Europe/Berlin'`);
      return selectEvents(em, { partnerId: partner.id, range, filter: {} }, { page: 1, per_page: 10 });
    });
    expect(found).toMatchObject({ total: 1, rows: [{ title: 'Launch' }] });
  });
});

test.each([
  ['0001-01-01', '0006-01-01'],
  ['9997-01-01', '9999-12-31'],
  ['0001-01-01', '9999-12-31'],
])('a range can be from %s to %s', async (first, last) => {
  expect(await titles(first, last)).toEqual([]);
});

describe('the list', () => {
  test('is ordered by start time, and pages and total agree', async () => {
    await add({ title: 'Third', scheduled_at: '2026-03-12T00:00:00Z' });
    await add({ title: 'First', scheduled_at: '2026-02-01T00:00:00Z', end_at: '2026-03-20T00:00:00Z' });
    await add({ title: 'Second', scheduled_at: '2026-03-09T23:00:00Z', end_at: '2026-03-10T01:00:00Z' });
    expect(await titles('2026-03-10', '2026-03-31')).toEqual(['First', 'Second', 'Third']);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list('2026-03-10', '2026-03-31', { page, per_page: 1 })),
    );
    expect(pages.map(({ rows, total }) => [rows[0]?.title, total])).toEqual([
      ['First', 3],
      ['Second', 3],
      ['Third', 3],
      [undefined, 3],
    ]);
  });

  test('is filtered by types, channels and both, before and after its counters are rolled up', async () => {
    await add({ title: 'A', event_type: 'webinar', channel: 'videonet' });
    const moved = await add({ title: 'B', event_type: 'webinar', channel: 'email' });
    await add({ title: 'C', event_type: 'blog_post', channel: 'blog' });
    const narrowed = async () => [
      await titles('2026-03-01', '2026-03-31', { event_types: ['webinar'] }),
      await titles('2026-03-01', '2026-03-31', { event_types: ['webinar', 'blog_post'], channels: ['email', 'blog'] }),
      await titles('2026-03-01', '2026-03-31', { channels: ['videonet'] }),
      await titles('2026-03-01', '2026-03-31', { channels: [] }),
    ];
    expect((await narrowed()).map((found) => found.toSorted())).toEqual([
      ['A', 'B'],
      ['B', 'C'],
      ['A'],
      ['A', 'B', 'C'],
    ]);
    await perform(service.deps, rollUpEventCounts, {});
    await change(moved, { event_type: 'blog_post', scheduled_at: '2026-04-10T09:00:00Z' });
    expect((await narrowed()).map((found) => found.toSorted())).toEqual([['A'], ['C'], ['A'], ['A', 'C']]);
    await perform(service.deps, rollUpEventCounts, {});
    expect(await titles('2026-04-01', '2026-04-30')).toEqual(['B']);
  });
});

describe('a change', () => {
  test('raises the sequence, except when nothing differs', async () => {
    const event = await add({ description: 'All of it.' });
    expect(event.sequence).toBe(0);
    const same = await change(event, { title: ' Launch ', scheduled_at: '2026-03-10T10:00:00+01:00', end_at: null });
    expect(same).toEqual(event);
    service.setClock(new Date('2026-03-11T00:00:00Z'));
    const changed = await change(event, { end_at: '2026-03-10T10:00:00Z' });
    expect(changed).toMatchObject({
      sequence: 1,
      description: 'All of it.',
      updated_at: new Date('2026-03-11T00:00:00Z'),
    });
  });

  test('rejects an end before the start, whichever of them is moved', async () => {
    const event = await add({ end_at: '2026-03-10T10:00:00Z' });
    expect(await validationOf(change(event, { scheduled_at: '2026-03-10T11:00:00Z' }))).toHaveProperty('end_at');
    expect(await validationOf(change(event, { end_at: '2026-03-10T08:00:00Z' }))).toHaveProperty('end_at');
    expect(await validationOf(add({ end_at: '2027-03-12T09:00:00Z' }))).toHaveProperty('end_at');
    expect(await change(event, { scheduled_at: '2026-03-10T10:00:00Z' })).toMatchObject({ sequence: 1 });
  });

  test('is not lost when two happen at once', async () => {
    const event = await add();
    await Promise.all([change(event, { title: 'Other' }), change(event, { channel: 'email' })]);
    const { rows } = await list('2026-03-10', '2026-03-10');
    expect(rows).toMatchObject([{ title: 'Other', channel: 'email', sequence: 2 }]);
  });
});

test('a deleted event is gone, and cannot be deleted or changed again', async () => {
  const event = await add();
  const remove = () => service.run(call, deleteEvent, { params: { id: event.id } });
  await remove();
  expect(await titles('2026-03-10', '2026-03-10')).toEqual([]);
  expect(await codeOf(remove())).toBe('NOT_FOUND');
  expect(await codeOf(change(event, { title: 'Other' }))).toBe('NOT_FOUND');
});

test('neither list nor feed reads the events of a long schedule one by one', async () => {
  const { dataSource } = service;
  // A statement of the pool must finish within five seconds, also on a busy machine.
  for (let from = 0; from < 10_000; from += 1_000) {
    await dataSource.query(
      `INSERT INTO gtm_event (id, partner_id, title, scheduled_at, all_day, timezone, occupied_from, occupied_until, event_type, channel,
                              sandbox, created_at, updated_at)
       SELECT 'evt_' || lpad(n::text, 26, 'A'), $1, n, at, false, 'UTC', at, at, 'webinar', 'email', false, at, at
       FROM generate_series($2::int + 1, $2::int + 1000) AS n, LATERAL (SELECT timestamptz '2021-01-01' + interval '1 hour' * n AS at)`,
      [partner.id, from],
    );
  }
  await dataSource.query('VACUUM ANALYZE gtm_event');
  const selection = { partnerId: partner.id, range: rangeOfDays('2021-03-01', '2021-03-31'), filter: {} };
  const scans = await dataSource.transaction((em) =>
    sequentialScans(em, 'gtm_event', async () => {
      expect((await selectEvents(em, selection, { page: 1, per_page: 50 })).rows).toHaveLength(50);
      await findRevision(em, { ...selection, cancelledSince: new Date('2021-02-01T00:00:00Z') });
      await selectEvents(em, { ...selection, filter: { channels: ['email'] } }, { page: 1, per_page: 50 });
    }),
  );
  expect(scans).toBe(0);
});

test('batches continue after the last event, also among events with the same start', async () => {
  await service.dataSource.query(
    `INSERT INTO gtm_event (id, partner_id, title, scheduled_at, all_day, timezone, occupied_from, occupied_until, event_type, channel, sandbox,
                            created_at, updated_at)
     SELECT 'evt_' || lpad(n::text, 26, '0'), $1, n, $2, false, 'UTC', $2, $2, 'webinar', 'email', false, $2, $2
     FROM generate_series(1, 2500) AS n`,
    [partner.id, '2026-03-10T09:00:00Z'],
  );
  const found: string[] = [];
  const sizes: number[] = [];
  const range = rangeOfDays('2026-03-10', '2026-03-10');
  for await (const batch of eventBatches(service.deps.db, { partnerId: partner.id, range, filter: {} })) {
    sizes.push(batch.length);
    found.push(...batch.map(({ title }) => title));
  }
  expect(sizes).toEqual(Array(25).fill(100));
  expect(found.map(Number)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
});

describe('the revision of a feed', () => {
  const revision = async () => {
    const range = feedRange(service.deps.clock.now(), 90);
    const cancelledSince = new Date('2026-02-08T00:00:00Z');
    return (await findRevision(service.deps.db, { partnerId: partner.id, range, filter: {}, cancelledSince })).revision;
  };

  test('differs after every change of an event, and only then', async () => {
    const seen = new Set([await revision()]);
    const event = await add();
    seen.add(await revision());
    await add({ title: 'Second' });
    seen.add(await revision());
    await change(event, { title: 'Other' });
    seen.add(await revision());
    await change(event, { title: 'Other' });
    seen.add(await revision());
    await change(event, { title: 'Launch' });
    seen.add(await revision());
    await service.run(call, deleteEvent, { params: { id: event.id } });
    seen.add(await revision());
    expect(seen.size).toBe(6);
    // Far in the future, so that no feed shows it.
    await add({ scheduled_at: '2027-01-01T00:00:00Z' });
    expect(seen.has(await revision())).toBe(true);
  });
});

test('an event that is called as its content item is renamed along with it, one that somebody has renamed is not', async () => {
  const [{ id: item }] = await service.deps.db.query(
    `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, settled_at, created_at, updated_at)
     VALUES ($1, 'Moving a warehouse', 'blog_post', 'generated', 'Text.', 'Text.', 1, false, now(), now(), now()) RETURNING id::int`,
    [partner.id],
  );
  const follower = await add({ title: 'Moving a warehouse', content_item_id: item });
  const renamed = await add({ title: 'Moving a warehouse', content_item_id: item });
  await change(renamed, { title: 'Press day' });
  const stranger = await add({ title: 'Moving a warehouse' });
  await service.run(call, updateContentItem, { params: { id: item }, input: { title: 'Moving two warehouses' } });
  const found = async ({ id }: GtmEventRow) => service.run(call, getEvent, { params: { id } });
  expect(await found(follower)).toMatchObject({ title: 'Moving two warehouses', sequence: 1 });
  expect(await found(renamed)).toMatchObject({ title: 'Press day', sequence: 1 });
  expect(await found(stranger)).toMatchObject({ title: 'Moving a warehouse', sequence: 0 });
  const audited: { resource_id: string }[] = await service.deps.db.query(
    `SELECT resource_id FROM audit_log WHERE partner_id = $1 AND action = 'content_items.edit' AND resource_type = 'gtm_event'`,
    [partner.id],
  );
  expect(audited).toEqual([{ resource_id: follower.id }]);
});

test('a content item is renamed once a change of a series of its events is done, which nothing is kept from', async () => {
  const { id: item } = await service.run(call, createContentItem, { input: { title: 'Launch', body: 'A text.' } });
  const input = { ...BODY, recurrence: 'FREQ=WEEKLY;COUNT=2', content_item_id: item };
  const { id } = await service.run(call, createSeries, { input });
  const rename = (title: string) => service.run(call, updateContentItem, { params: { id: item }, input: { title } });
  const locked = (rows: string) => (em: EntityManager) => em.query(`SELECT FROM ${rows} FOR UPDATE`, [id]);
  await waitingFor(service.dataSource, {
    held: locked('gtm_series WHERE id = $1'),
    work: () => rename('Start'),
    next: locked('gtm_event WHERE series_id = $1'),
  });
  await waitingFor(service.dataSource, {
    held: locked('gtm_event WHERE series_id = $1'),
    work: () => rename('Beginning'),
    next: (em) => lockPartner(em, partner.id),
  });
  expect(await titles('2026-03-10', '2026-03-31')).toEqual(['Beginning', 'Beginning']);
});

describe('the list of content items says when each is on the calendar', () => {
  const write = async (title: string, by = call): Promise<number> => {
    const made = await service.run(by, createContentItem, { input: { title, body: 'A text.' } });
    return made.id;
  };
  const listed = async () => {
    const { rows } = await service.run(call, findContentItems, { input: {} });
    return new Map(rows.map(({ id, event }: { id: number; event: { id: string } | null }) => [id, event]));
  };

  test('by its next event, else its last, and by none that is cancelled', async () => {
    const [free, planned, past] = [await write('Free'), await write('Planned'), await write('Past')];
    await add({ content_item_id: planned, scheduled_at: '2026-03-01T09:00:00Z' });
    const next = await add({
      content_item_id: planned,
      scheduled_at: '2026-04-01T09:00:00Z',
      end_at: '2026-04-01T10:00:00Z',
    });
    await add({ content_item_id: planned, scheduled_at: '2026-05-01T09:00:00Z' });
    await add({ content_item_id: past, scheduled_at: '2026-01-01T09:00:00Z' });
    const last = await add({ content_item_id: past, scheduled_at: '2026-02-01T09:00:00Z' });
    expect(await listed()).toEqual(
      new Map([
        [free, null],
        [
          planned,
          expect.objectContaining({
            id: next.id,
            scheduled_at: next.scheduled_at,
            end_at: next.end_at,
            all_day: false,
          }),
        ],
        [past, expect.objectContaining({ id: last.id })],
      ]),
    );
    await service.run(call, deleteEvent, { params: { id: last.id } });
    await change(next, { content_item_id: free });
    const found = await listed();
    expect(found.get(free)).toMatchObject({ id: next.id });
    expect(found.get(planned)).toMatchObject({ scheduled_at: new Date('2026-05-01T09:00:00Z') });
    expect(found.get(past)).toMatchObject({ scheduled_at: new Date('2026-01-01T09:00:00Z') });
  });

  test('also by one of today that lasts all day, and without looking through other partners’ events', async () => {
    const item = await write('Today');
    const today = await add({ content_item_id: item, all_day: true, timezone: 'Europe/Berlin' });
    await add({ content_item_id: item, scheduled_at: '2026-06-01T09:00:00Z' });
    expect((await listed()).get(item)).toMatchObject({ id: today.id, all_day: true, timezone: 'Europe/Berlin' });
    const other = await service.createPartner();
    const items = { partnerId: other.id, ids: [item] };
    expect(await selectEventOfItems(service.deps.db, service.deps.clock.now(), items)).toEqual(new Map());
  });
});
