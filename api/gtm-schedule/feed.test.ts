import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { updateContentItem } from '../../domain/content-items/operations/update-item.ts';
import { eventBatches } from '../../domain/gtm-schedule/event-store.ts';
import { subscribe } from '../../domain/gtm-schedule/operations/subscribe.ts';
import { feedRange, startOfUtcDay } from '../../domain/gtm-schedule/rules.ts';
import { rollUpEventChanges } from '../../domain/gtm-schedule/steps/housekeeping.ts';
import { CANCELLED_DAYS } from '../../domain/gtm-schedule/table.ts';
import type { Call } from '../../domain/kernel/call.ts';
import { perform } from '../../domain/kernel/step.ts';
import { revokePartnerKey } from '../../domain/partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../../domain/partner-keys/operations/rotate-key.ts';
import type { PartnerKeyRow } from '../../domain/partner-keys/table.ts';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { purgeTable } from '../../domain/retention/steps/purge-table.ts';
import { createUser } from '../../domain/users/operations/create-user.ts';
import { updateUser } from '../../domain/users/operations/update-user.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { textOf } from '../../test/environment/event-rows.ts';
import { readCalendar } from '../../test/environment/read-calendar.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { routesOf } from '../area.ts';
import { gtmScheduleArea } from './area.ts';
import { calendarFile } from './calendar-file.ts';

jest.setTimeout(60_000);

const PREFIX = '/api/v1/gtm-schedule';
const EVENT = { title: 'Launch', scheduled_at: '2026-03-12T09:00:00Z', event_type: 'product_launch', channel: 'blog' };

let service: TestService;
let edge: TestEdge;
let partner: Partner;
let owner: PartnerKeyRow;
let key: string | null;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, routesOf([gtmScheduleArea]));
});
beforeEach(async () => {
  service.setClock(new Date('2026-03-10T12:00:00.500Z'));
  ({ partner, key: owner, plaintext: key, call } = await service.createCaller());
});
afterAll(async () => {
  await edge.close();
  await service.stop();
});

const post = async (path: string, body: object = {}, from = key) =>
  (await edge.request(`${PREFIX}${path}`, { method: 'POST', key: from, body })).body.data;
const addEvent = (differences: object = {}) => post('/events', { ...EVENT, ...differences });
const tokenOf = async (body: object = {}, from = key): Promise<string> =>
  (await post('/subscription', body, from)).token;
const fetchFeed = (token: string, query: object = {}, headers: Record<string, string> = {}) =>
  edge.request(`${PREFIX}/feed.ics`, { query: { token, ...query }, headers });
const titlesIn = async (token: string, query: object = {}) =>
  readCalendar((await fetchFeed(token, query)).text).events.map(({ summary }) => summary);

/** The feed as it is made without anything that is kept. */
const calendarOfRows = () => {
  const now = service.deps.clock.now();
  const cancelledSince = new Date(startOfUtcDay(now).getTime() - CANCELLED_DAYS * 86_400_000);
  const selection = { partnerId: partner.id, range: feedRange(now, 90), filter: {}, cancelledSince };
  const names = { partnerName: partner.name, publicUrl: 'http://localhost:8080' };
  return textOf(calendarFile(names, eventBatches(service.deps.db, selection)));
};

describe('a feed', () => {
  test('shows what its subscription chooses, and the types that the address asks for instead', async () => {
    await addEvent({ title: 'Post', event_type: 'blog_post' });
    await addEvent({ title: 'Mail', event_type: 'email_campaign', channel: 'email' });
    await addEvent({ title: 'News', event_type: 'blog_post', channel: 'email' });
    const token = await tokenOf();
    expect((await titlesIn(token)).toSorted()).toEqual(['Mail', 'News', 'Post']);
    expect(await tokenOf({ filters: { event_types: ['blog_post'], channels: ['email'] } })).toBe(token);
    expect(await titlesIn(token)).toEqual(['News']);
    expect(await titlesIn(token, { event_types: 'email_campaign' })).toEqual(['Mail']);
    expect(await tokenOf({ filters: null })).toBe(token);
    expect(await titlesIn(token)).toHaveLength(3);
  });

  test('reaches from a month back to the end of what is looked ahead', async () => {
    for (const day of ['2026-02-07', '2026-02-08', '2026-06-08', '2026-06-09', '2027-03-10', '2027-03-11']) {
      await addEvent({ title: day, scheduled_at: `${day}T23:00:00Z` });
    }
    const token = await tokenOf();
    expect(await titlesIn(token)).toEqual(['2026-02-08', '2026-06-08']);
    expect(await titlesIn(token, { lookahead_days: 365 })).toEqual([
      '2026-02-08',
      '2026-06-08',
      '2026-06-09',
      '2027-03-10',
    ]);
    for (const lookahead_days of [0, 366, 'x']) {
      expect((await fetchFeed(token, { lookahead_days })).status).toBe(422);
    }
  });

  test('is the same to the byte until something changes, and is not sent again', async () => {
    const event = await addEvent();
    const token = await tokenOf();
    const [first, second] = [await fetchFeed(token), await fetchFeed(token)];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('Cache-Control')).toBe('private');
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(second.headers.get('ETag')).toBe(etag);
    const unchanged = await fetchFeed(token, {}, { 'If-None-Match': `"other", W/${etag}` });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('ETag')]).toEqual([304, '', etag]);
    const since = first.headers.get('Last-Modified') ?? '';
    expect((await fetchFeed(token, {}, { 'If-Modified-Since': since })).status).toBe(304);

    service.setClock(new Date('2026-03-10T12:00:00.900Z'));
    await edge.request(`${PREFIX}/events/${event.id}`, { method: 'PATCH', key, body: { title: 'Moved' } });
    const changed = await fetchFeed(token, {}, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(readCalendar(changed.text).events).toMatchObject([{ summary: 'Moved', sequence: 1 }]);
    // Within the second of the first change: the date changes once that second is over.
    service.setClock(new Date('2026-03-10T12:00:02Z'));
    expect((await fetchFeed(token, {}, { 'If-Modified-Since': since })).status).toBe(200);
  });

  test('has another tag after every change of its events, whoever makes it, and the bytes of its events as they are', async () => {
    const token = await tokenOf();
    const send = async (method: string, path: string, body?: object) => {
      const answer = await edge.request(`${PREFIX}${path}`, { method, key, ...(body && { body }) });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body?.data;
    };
    const [{ id: item }] = await service.dataSource.query(
      `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, settled_at, created_at, updated_at)
       VALUES ($1, 'Moving a warehouse', 'blog_post', 'generated', 'Text.', 'Text.', 1, false, now(), now(), now()) RETURNING id::int`,
      [partner.id],
    );
    const campaign = await send('POST', '/campaigns', { name: 'Spring' });
    const event = await addEvent({ title: 'Moving a warehouse', content_item_id: item, campaign_id: campaign.id });
    const zone = await addEvent({ all_day: true, timezone: 'Europe/Berlin', scheduled_at: '2026-03-27T23:00:00Z' });
    const weekly = { ...EVENT, scheduled_at: '2026-03-22T08:00:00Z', recurrence: 'FREQ=WEEKLY;COUNT=4' };
    const series = await send('POST', '/series', weekly);
    const file = (uid: string) =>
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'SUMMARY:Fair',
        'DTSTART:20260504T070000Z',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n');
    const imported = { format: 'ics', timezone: 'UTC', event_type: 'webinar', channel: 'email' };
    const purge = () => perform(service.deps, purgeTable, { table: 'gtm_event' });
    const changes: [name: string, change: () => Promise<unknown>][] = [
      ['a new event', () => addEvent({ title: 'Ünï 👩‍👩‍👧‍👦; "x", \\ y', description: 'Line\nline, '.repeat(40) })],
      ['a title', () => send('PATCH', `/events/${zone.id}`, { title: 'Market day' })],
      ['a description', () => send('PATCH', `/events/${zone.id}`, { description: 'From nine to five.' })],
      ['a time zone', () => send('PATCH', `/events/${zone.id}`, { timezone: 'America/New_York' })],
      ['a type', () => send('PATCH', `/events/${zone.id}`, { event_type: 'webinar' })],
      ['an end', () => send('PATCH', `/events/${event.id}`, { end_at: '2026-03-12T10:00:00Z' })],
      ['a date', () => send('PATCH', `/events/${event.id}`, { scheduled_at: '2026-03-11T09:00:00Z' })],
      [
        'the title of its content item',
        () => service.run(call, updateContentItem, { params: { id: item }, input: { title: 'Two warehouses' } }),
      ],
      ['an imported event', () => send('POST', '/imports', { ...imported, content: file('a') })],
      ['a new series', () => send('POST', '/series', { ...weekly, title: 'Round-up' })],
      ['a series', () => send('PATCH', `/series/${series.id}`, { title: 'Digest' })],
      ['the end of a series', () => send('POST', `/series/${series.id}/cancel`, { from: '2026-04-05T08:00:00Z' })],
      ['no series any more', () => send('DELETE', `/series/${series.id}`)],
      ['no campaign any more', () => send('DELETE', `/campaigns/${campaign.id}`)],
      ['a date beyond it', () => send('PATCH', `/events/${zone.id}`, { scheduled_at: '2027-03-01T05:00:00Z' })],
      ['a date within it again', () => send('PATCH', `/events/${zone.id}`, { scheduled_at: '2026-03-20T05:00:00Z' })],
      ['a cancelled event', () => send('DELETE', `/events/${event.id}`)],
      [
        'the rows of the cancelled, which are gone',
        async () => {
          await service.dataSource.query(`UPDATE gtm_event SET cancelled_at = '2025-01-01' WHERE id = $1`, [event.id]);
          await purge();
        },
      ],
    ];
    const seen = new Set([(await fetchFeed(token)).headers.get('ETag')]);
    for (const [index, [name, change]] of changes.entries()) {
      await change();
      // Rolled up in between, which is no change.
      if (index % 3 === 0) await perform(service.deps, rollUpEventChanges, {});
      const changed = await fetchFeed(token);
      expect([name, changed.status, seen.has(changed.headers.get('ETag'))]).toEqual([name, 200, false]);
      expect([name, changed.text]).toEqual([name, await calendarOfRows()]);
      if (index % 3 === 1) await perform(service.deps, rollUpEventChanges, {});
      const etag = changed.headers.get('ETag') ?? '';
      seen.add(etag);
      expect([name, (await fetchFeed(token, {}, { 'If-None-Match': etag })).status]).toEqual([name, 304]);
      // It may be read 60 times a minute.
      await service.dataSource.query('DELETE FROM rate_counter');
    }
  });

  test('reads no event again that was not changed', async () => {
    await addEvent();
    const second = await addEvent({ title: 'Second' });
    await addEvent({ title: 'Third' });
    const token = await tokenOf();
    await fetchFeed(token);
    const read = jest.spyOn(service.deps.db, 'query');
    try {
      await edge.request(`${PREFIX}/events/${second.id}`, { method: 'PATCH', key, body: { title: 'Other' } });
      read.mockClear();
      expect((await titlesIn(token)).toSorted()).toEqual(['Launch', 'Other', 'Third']);
      const rows = read.mock.calls.filter(([text]) =>
        text.includes('FROM gtm_event WHERE partner_id = $1 AND id = ANY'),
      );
      expect(rows.map(([, values]) => values)).toEqual([[partner.id, [second.id]]]);
      read.mockClear();
      // Its versions, of which all are known.
      await fetchFeed(token);
      expect(read.mock.calls.filter(([text]) => text.includes(' gtm_event '))).toHaveLength(1);
    } finally {
      read.mockRestore();
    }
  });

  test('at midnight is no longer what it was by its date', async () => {
    await addEvent();
    const token = await tokenOf();
    const since = (await fetchFeed(token)).headers.get('Last-Modified') ?? '';
    service.setClock(new Date('2026-03-11T00:00:01Z'));
    expect((await fetchFeed(token, {}, { 'If-Modified-Since': since })).status).toBe(200);
  });

  test('shows for 30 days that an event was cancelled', async () => {
    const event = await addEvent();
    const token = await tokenOf();
    const removed = await edge.request(`${PREFIX}/events/${event.id}`, { method: 'DELETE', key });
    expect(removed.status).toBe(204);
    const cancelled = readCalendar((await fetchFeed(token)).text).events;
    expect(cancelled).toMatchObject([{ summary: 'Launch', status: 'CANCELLED', sequence: 1 }]);
    service.setClock(new Date('2026-04-09T12:00:00Z'));
    expect(await titlesIn(token)).toEqual(['Launch']);
    service.setClock(new Date('2026-04-10T12:00:00Z'));
    expect(await titlesIn(token)).toEqual([]);
  });

  test('shows the events of a series one by one, those that were cancelled as cancelled', async () => {
    const weekly = { title: 'Round-up', scheduled_at: '2026-03-22T08:00:00Z', timezone: 'Europe/Berlin' };
    const series = await post('/series', { ...EVENT, ...weekly, recurrence: 'FREQ=WEEKLY;COUNT=4' });
    const [, second, third] = (await edge.request(`${PREFIX}/series/${series.id}/events`, { key })).body.data;
    const token = await tokenOf();
    await edge.request(`${PREFIX}/events/${second.id}`, { method: 'PATCH', key, body: { title: 'Guest post' } });
    const cut = await post(`/series/${series.id}/cancel`, { from: third.attributes.occurrence_at });
    expect(cut.attributes.cancelled_from).toBe('2026-04-05T07:00:00.000Z');
    const shown = readCalendar((await fetchFeed(token)).text).events;
    expect(shown.map(({ start, summary, status }) => `${start} ${summary} ${status}`)).toEqual([
      '2026-03-22T08:00:00Z Round-up CONFIRMED',
      '2026-03-29T07:00:00Z Guest post CONFIRMED',
      '2026-04-05T07:00:00Z Round-up CANCELLED',
      '2026-04-12T07:00:00Z Round-up CANCELLED',
    ]);
    expect(new Set(shown.map(({ uid }) => uid)).size).toBe(4);
  });

  test('answers HEAD without the calendar', async () => {
    const token = await tokenOf();
    const reply = await edge.request(`${PREFIX}/feed.ics`, { method: 'HEAD', query: { token } });
    expect([reply.status, reply.text, reply.headers.get('ETag')]).toEqual([200, '', expect.any(String)]);
  });
});

describe('the token of a feed', () => {
  test('is all that opens it, and opens nothing else', async () => {
    const token = await tokenOf();
    const bad = ['', token.slice(1), `${token}x`, 'x'.repeat(64), `${token.slice(1)}-`, `${token.slice(0, 63)}\0`];
    for (const wrong of bad) expect((await fetchFeed(wrong)).status).toBe(401);
    expect((await edge.request(`${PREFIX}/feed.ics`, { key })).status).toBe(401);
    expect((await edge.request(`${PREFIX}/feed.ics?token=${token}&token=${token}`)).status).toBe(401);
    // A bad token is reported before bad input.
    expect((await fetchFeed('x', { lookahead_days: 366 })).status).toBe(401);
    expect((await edge.request(`${PREFIX}/filters`, { key: token })).status).toBe(401);
    expect((await edge.request(`${PREFIX}/filters`, { query: { token } })).status).toBe(401);
  });

  test('is in no line of the log', async () => {
    const token = await tokenOf();
    await fetchFeed(token);
    await fetchFeed(token, { lookahead_days: 366 });
    await fetchFeed(`${token}x`);
    expect(edge.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(edge.logged)).not.toContain(token);
  });

  test('is one for a chain of keys: another key has another, a rotated key the same, a revoked one none', async () => {
    const token = await tokenOf();
    const stranger = await service.createKey(partner);
    expect(await tokenOf({}, stranger.plaintext)).not.toBe(token);
    const params = (id: number) => ({ params: { partner_id: partner.id, key_id: id } });
    const rotated = await service.run(service.admin, rotatePartnerKey, params(owner.id));
    expect((await fetchFeed(token)).status).toBe(200);
    expect(await tokenOf({}, rotated.plaintext)).toBe(token);
    await service.run(service.admin, revokePartnerKey, params(rotated.key.id));
    expect((await fetchFeed(token)).status).toBe(401);
  });

  test('ends with its key', async () => {
    // The input is validated against the system clock.
    const expires_at = new Date(Date.now() + 3_600_000);
    const expiringKey = await service.createKey(partner, { expires_at: expires_at.toISOString() });
    const token = await tokenOf({}, expiringKey.plaintext);
    expect((await fetchFeed(token)).status).toBe(200);
    service.setClock(expires_at);
    expect((await fetchFeed(token)).status).toBe(401);
  });

  test('of a user dies with the user, and of everybody while the partner is suspended', async () => {
    const input = {
      email: `${crypto.randomUUID()}@example.com`,
      name: 'Vera',
      role: 'viewer',
      password: 'a long enough password',
    };
    const params = { partner_id: partner.id };
    const { id: userId } = await service.run(service.admin, createUser, { params, input });
    const actor = { kind: 'user', partnerId: partner.id, userId, role: 'viewer', scopedCapabilities: null } as const;
    const { token } = await service.run({ ...service.admin, actor }, subscribe, {});
    const own = await tokenOf();
    const set = (status: string) =>
      service.run(service.admin, updatePartner, { params: { partner_id: partner.id }, input: { status } });
    expect((await fetchFeed(token)).status).toBe(200);
    await set('suspended');
    expect([(await fetchFeed(token)).status, (await fetchFeed(own)).status]).toEqual([401, 401]);
    await set('active');
    await service.run(service.admin, updateUser, {
      params: { ...params, user_id: userId },
      input: { status: 'disabled' },
    });
    expect([(await fetchFeed(token)).status, (await fetchFeed(own)).status]).toEqual([401, 200]);
  });

  test('is replaced where it was seen', async () => {
    expect((await edge.request(`${PREFIX}/subscription/regenerate`, { method: 'POST', key })).status).toBe(404);
    const filters = { event_types: ['webinar'] };
    const token = await tokenOf({ filters });
    const regenerated = await post('/subscription/regenerate');
    expect(regenerated).toMatchObject({ filters, token: expect.stringMatching(/^\w{64}$/) });
    expect((await fetchFeed(token)).status).toBe(401);
    expect((await fetchFeed(regenerated.token)).status).toBe(200);
    expect(await tokenOf()).toBe(regenerated.token);
  });

  test('is kept so that nobody reads it in the database', async () => {
    const token = await tokenOf();
    const rows = await service.dataSource.query('SELECT * FROM gtm_subscription WHERE partner_id = $1', [partner.id]);
    expect(rows).toHaveLength(1);
    const bytes = Buffer.concat([rows[0].token_hash, rows[0].token]);
    expect(bytes.includes(token)).toBe(false);
  });

  test('is not in what is kept for a repeat', async () => {
    const options = { method: 'POST', key, body: {}, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const first = await edge.request(`${PREFIX}/subscription`, options);
    const again = await edge.request(`${PREFIX}/subscription`, options);
    expect(first.body.data.token).toMatch(/^\w{64}$/);
    expect(again.body.data).toEqual({ ...first.body.data, token: null, subscription_url: null });
  });
});

describe('limits', () => {
  test('are those of the feed with a token, and of the address without', async () => {
    const token = await tokenOf();
    const [first, ...others] = await Promise.all(Array.from({ length: 61 }, () => fetchFeed(token)));
    expect(first?.headers.get('X-RateLimit-Limit')).toBe('60');
    expect([first, ...others].filter((reply) => reply?.status === 429)).toHaveLength(1);
    expect((await edge.request(`${PREFIX}/filters`, { key })).status).toBe(200);
    expect((await fetchFeed(await tokenOf({}, (await service.createKey(partner)).plaintext))).status).toBe(200);
  });
});
