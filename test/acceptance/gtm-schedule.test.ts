import { beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import {
  eventWords,
  gtmCampaignResource,
  gtmEventPage,
  gtmEventResource,
  gtmSeriesResource,
  importPreview,
  importResult,
  subscriptionResource,
} from '../../api/gtm-schedule/resource.ts';
import { one, page } from '../../api/resource.ts';
import { complete, executionOf } from '../environment/executions.ts';
import { expectError, type Reply, type RouteName, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith } from '../environment/partners.ts';
import { readCalendar } from '../environment/read-calendar.ts';

const LIST: RouteName = 'GET /gtm-schedule/events';
const CREATE: RouteName = 'POST /gtm-schedule/events';
const SHOW: RouteName = 'GET /gtm-schedule/events/{id}';
const UPDATE: RouteName = 'PATCH /gtm-schedule/events/{id}';
const DELETE: RouteName = 'DELETE /gtm-schedule/events/{id}';
const FILE: RouteName = 'GET /gtm-schedule/events/{id}/ics';
const EXPORT: RouteName = 'GET /gtm-schedule/export';
const FILTERS: RouteName = 'GET /gtm-schedule/filters';
const CAMPAIGNS: RouteName = 'GET /gtm-schedule/campaigns';
const CREATE_CAMPAIGN: RouteName = 'POST /gtm-schedule/campaigns';
const SHOW_CAMPAIGN: RouteName = 'GET /gtm-schedule/campaigns/{id}';
const UPDATE_CAMPAIGN: RouteName = 'PATCH /gtm-schedule/campaigns/{id}';
const DELETE_CAMPAIGN: RouteName = 'DELETE /gtm-schedule/campaigns/{id}';
const LIST_SERIES: RouteName = 'GET /gtm-schedule/series';
const CREATE_SERIES: RouteName = 'POST /gtm-schedule/series';
const SHOW_SERIES: RouteName = 'GET /gtm-schedule/series/{id}';
const SERIES_EVENTS: RouteName = 'GET /gtm-schedule/series/{id}/events';
const UPDATE_SERIES: RouteName = 'PATCH /gtm-schedule/series/{id}';
const CANCEL_FOLLOWING: RouteName = 'POST /gtm-schedule/series/{id}/cancel';
const DELETE_SERIES: RouteName = 'DELETE /gtm-schedule/series/{id}';
const PREVIEW_IMPORT: RouteName = 'POST /gtm-schedule/imports/preview';
const IMPORT: RouteName = 'POST /gtm-schedule/imports';
const SUBSCRIBE: RouteName = 'POST /gtm-schedule/subscription';
const REGENERATE: RouteName = 'POST /gtm-schedule/subscription/regenerate';
const FEED: RouteName = 'GET /gtm-schedule/feed.ics';
const ARCHIVE: RouteName = 'POST /content-workflow/executions/{id}/archive';

const UNKNOWN = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const BODY = {
  title: 'Launch of Acme Move',
  description: 'Listing and announcement go live.\nAll hands on deck.',
  scheduled_at: '2026-05-04T09:00:00+02:00',
  end_at: '2026-05-04T10:30:00+02:00',
  timezone: 'Europe/Berlin',
  event_type: 'product_launch',
  channel: 'blog',
};
const MAY = { start_date: '2026-05-01', end_date: '2026-05-31' };

type Event = z.output<typeof gtmEventResource.schema>;

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const eventIn = (reply: Reply): Event => read(reply, one(gtmEventResource).schema).data;
async function createEvent(owner: Partner, differences: object = {}): Promise<Event> {
  const reply = await owner.request(CREATE, { body: { ...BODY, ...differences } });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return eventIn(reply);
}
async function createCampaign(owner: Partner, body: object = { name: 'Spring' }) {
  const reply = await owner.request(CREATE_CAMPAIGN, { body });
  expect(reply.status).toBe(201);
  return read(reply, one(gtmCampaignResource).schema).data;
}
const list = (owner: Partner, query: object) => owner.request(LIST, { query: { ...MAY, ...query } });
const update = (id: string, body: object, owner = partner) => owner.request(UPDATE, { params: { id }, body });
async function subscribe(owner: Partner, body: object = {}) {
  return read(await owner.request(SUBSCRIBE, { body }), one(subscriptionResource).schema).data;
}
const feed = (token: string | null, query: object = {}) =>
  partner.request(FEED, { key: null, query: { token: token ?? '', ...query } });

describe(CREATE, () => {
  test('adds an event and shows how it looks', async () => {
    const event = await createEvent(partner, { title: ' Launch\r\nof Acme ' });
    const self = `/api/v1/gtm-schedule/events/${event.id}`;
    expect(event).toEqual({
      type: 'gtm_event',
      id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
      attributes: {
        ...BODY,
        title: 'Launch of Acme',
        scheduled_at: '2026-05-04T07:00:00.000Z',
        end_at: '2026-05-04T08:30:00.000Z',
        all_day: false,
        event_type_label: 'Product launch',
        color: expect.stringMatching(/^#[0-9A-F]{6}$/),
        icon: expect.stringMatching(/^[a-z-]+$/),
        campaign_id: null,
        content_item_id: null,
        execution_id: null,
        series_id: null,
        occurrence_at: null,
        series_exception: false,
        sandbox: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      links: { self, ics: `${self}/ics` },
    });
    expect(eventIn(await partner.request(SHOW, { params: { id: event.id } }))).toEqual(event);
  });

  test('needs no more than what, when and where', async () => {
    const bare = { description: undefined, end_at: undefined, timezone: undefined };
    expect((await createEvent(partner, bare)).attributes).toMatchObject({
      description: null,
      end_at: null,
      timezone: 'UTC',
      all_day: false,
    });
    const { attributes } = await createEvent(partner, { end_at: BODY.scheduled_at });
    expect(attributes.end_at).toBe(attributes.scheduled_at);
    const nothing = { description: null, end_at: null, all_day: null, timezone: null, campaign_id: null };
    expect((await createEvent(partner, nothing)).attributes).toMatchObject({ all_day: false, timezone: 'UTC' });
  });

  test('shows a time zone as the IANA database spells it', async () => {
    const { id, attributes } = await createEvent(partner, { timezone: 'america/port-au-prince' });
    expect(attributes.timezone).toBe('America/Port-au-Prince');
    expect(eventIn(await update(id, { timezone: 'utc' })).attributes.timezone).toBe('UTC');
  });

  test('names all that is wrong at once', async () => {
    const body = {
      title: '\u200b\n',
      description: 7,
      scheduled_at: '2026-05-04',
      end_at: '1969-12-31T23:59:59Z',
      all_day: 'yes',
      timezone: 'Mars/Olympus',
      event_type: 'party',
      channel: 'pigeon',
      campaign_id: 0,
      content_item_id: '1',
    };
    const details = expectError(await partner.request(CREATE, { body }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(Object.keys(body).sort());
    const required = expectError(await partner.request(CREATE, { body: {} }), 'VALIDATION_ERROR');
    expect(Object.keys(required).sort()).toEqual(['channel', 'event_type', 'scheduled_at', 'title']);
  });

  test.each([
    ['an end before the start', { end_at: '2026-05-04T08:59:59.999+02:00' }, 'end_at'],
    ['an event of more than a year', { end_at: '2027-05-06T09:00:00+02:00' }, 'end_at'],
    ['a time zone that only ICU knows', { timezone: 'PST' }, 'timezone'],
    ['an offset as a time zone', { timezone: '+02:00' }, 'timezone'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
  ])('refuses %s', async (_what, differences, field) => {
    const reply = await partner.request(CREATE, { body: { ...BODY, ...differences } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });

  test('answers for campaign and content item as for a path', async () => {
    const [own, foreign] = [await createCampaign(partner), await createCampaign(other)];
    expect((await createEvent(partner, { campaign_id: own.id })).attributes.campaign_id).toBe(own.id);
    const asked = (differences: object) => partner.request(CREATE, { body: { ...BODY, ...differences } });
    expectError(await asked({ campaign_id: foreign.id }), 'FORBIDDEN');
    expectError(await asked({ campaign_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await asked({ content_item_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
  });

  test('with a sandbox key marks what it makes', async () => {
    const sandbox = partnerWith(partner.id, await createKey(partner.id, { sandbox: true }));
    expect((await createEvent(sandbox)).attributes.sandbox).toBe(true);
  });

  test('makes one for a repeat with the same Idempotency-Key', async () => {
    const options = { body: BODY, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const [first, second] = [await partner.request(CREATE, options), await partner.request(CREATE, options)];
    expect(second.body).toEqual(first.body);
  });
});

describe(LIST, () => {
  let owner: Partner;
  let campaignId: number;
  beforeAll(async () => {
    owner = await createPartner();
    campaignId = (await createCampaign(owner)).id;
    await createEvent(owner, { title: 'C', scheduled_at: '2026-05-20T09:00:00Z', end_at: null, channel: 'email' });
    await createEvent(owner, { title: 'B', event_type: 'webinar', campaign_id: campaignId });
    await createEvent(owner, { title: 'A', scheduled_at: '2026-04-20T09:00:00Z', end_at: '2026-05-01T00:00:01Z' });
    await createEvent(owner, { title: 'Past', scheduled_at: '2026-04-30T09:00:00Z', end_at: null });
  });

  test('has the events of the days in their order, and where to get them as files', async () => {
    const { data, meta, links } = read(await list(owner, {}), gtmEventPage.schema);
    expect(data.map(({ attributes }) => attributes.title)).toEqual(['A', 'B', 'C']);
    expect(meta).toEqual({ total: 3, page: 1, per_page: 50, total_pages: 1 });
    const exported = '/api/v1/gtm-schedule/export?format=';
    expect(links).toEqual({
      ics_download: `${exported}ics&start_date=2026-05-01&end_date=2026-05-31`,
      csv_download: `${exported}csv&start_date=2026-05-01&end_date=2026-05-31`,
    });
  });

  test.each([
    [{ event_types: ['webinar'] }, ['B']],
    [{ event_types: 'webinar,product_launch', channels: ['email'] }, ['C']],
    [{ 'channels[]': ['blog', 'email'], per_page: 2, page: 2 }, ['C']],
    [{ page: 9 }, []],
  ])('is narrowed by %j', async (query, titles) => {
    const { data } = read(await list(owner, query), gtmEventPage.schema);
    expect(data.map(({ attributes }) => attributes.title)).toEqual(titles);
  });

  test('is narrowed by campaign, which its links keep', async () => {
    const query = { campaign_id: campaignId, channels: ['blog', 'email'] };
    const { data, links } = read(await list(owner, query), gtmEventPage.schema);
    expect(data.map(({ attributes }) => attributes.title)).toEqual(['B']);
    expect(links.csv_download).toMatch(`&channels=blog&channels=email&campaign_id=${campaignId}`);
    expectError(await list(partner, { campaign_id: campaignId }), 'FORBIDDEN');
    expectError(await list(owner, { campaign_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
  });

  test.each([
    [{ start_date: undefined, end_date: undefined }, ['end_date', 'start_date']],
    [{ start_date: '2026-05-02', end_date: '2026-05-01' }, ['end_date']],
    [{ start_date: '2026-02-30' }, ['start_date']],
    [{ event_types: 'party', channels: 'pigeon', campaign_id: 'x' }, ['campaign_id', 'channels.0', 'event_types.0']],
    [{ per_page: 101, page: 0 }, ['page', 'per_page']],
  ])('refuses %j', async (query, fields) => {
    for (const name of fields.includes('page') ? [LIST] : [LIST, EXPORT]) {
      const reply = await partner.request(name, { query: { ...MAY, format: 'ics', ...query } });
      expect(Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort()).toEqual(fields);
    }
  });

  test.each([
    ['six years', '2026-05-01', '2032-05-01'],
    ['all days that there are', '0001-01-01', '9999-12-31'],
  ])('takes a range of %s', async (_what, start_date, end_date) => {
    const { id } = await createEvent(partner);
    const found = await list(partner, { start_date, end_date, per_page: 100 });
    expect(read(found, gtmEventPage.schema).data.map((event) => event.id)).toContain(id);
    const file = await partner.request(EXPORT, { query: { start_date, end_date, format: 'csv' } });
    expect({ status: file.status, hasEvent: file.text.includes(id) }).toEqual({ status: 200, hasEvent: true });
  });
});

describe(UPDATE, () => {
  test('changes what is given and leaves the rest', async () => {
    const { id, attributes } = await createEvent(partner);
    const changed = eventIn(await update(id, { title: 'Later', end_at: null, all_day: true }));
    expect(changed.attributes).toEqual({
      ...attributes,
      title: 'Later',
      end_at: null,
      all_day: true,
      updated_at: expect.any(String),
    });
    const { timezone, all_day } = eventIn(await update(id, { timezone: null, all_day: null })).attributes;
    expect({ timezone, all_day }).toEqual({ timezone: 'UTC', all_day: false });
    expect(Object.keys(expectError(await update(id, { end_at: '2026-05-01T00:00:00Z' }), 'VALIDATION_ERROR'))).toEqual([
      'end_at',
    ]);
  });
});

describe(DELETE, () => {
  test('takes the event out of the schedule, once', async () => {
    const { id } = await createEvent(partner);
    expect((await partner.request(DELETE, { params: { id } })).status).toBe(204);
    for (const name of [SHOW, UPDATE, DELETE, FILE] as const) {
      expectError(await partner.request(name, { params: { id } }), 'NOT_FOUND');
    }
  });
});

test.each([SHOW, UPDATE, DELETE, FILE])(
  '%s of another partner’s event is forbidden, of none not found',
  async (name) => {
    const { id } = await createEvent(partner);
    expectError(await other.request(name, { params: { id } }), 'FORBIDDEN');
    for (const unknown of [UNKNOWN, id.toLowerCase(), 'evt_1', '1']) {
      expectError(await partner.request(name, { params: { id: unknown } }), 'NOT_FOUND');
    }
  },
);

describe(FILE, () => {
  test('is a calendar with the one event', async () => {
    const { id } = await createEvent(partner);
    const { headers, text } = await partner.request(FILE, { params: { id } });
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${id}.ics"`);
    expect(readCalendar(text).events).toMatchObject([
      {
        uid: expect.stringMatching(`^${id}@.+`),
        summary: BODY.title,
        description: BODY.description,
        start: '2026-05-04T07:00:00Z',
        end: '2026-05-04T08:30:00Z',
      },
    ]);
  });
});

describe(EXPORT, () => {
  let owner: Partner;
  beforeAll(async () => {
    owner = await createPartner();
    await createEvent(owner, { title: '=HYPERLINK("https://example.com")', description: 'a,b\n"c"', end_at: null });
    await createEvent(owner, { title: 'Fair', all_day: true, end_at: '2026-05-06T12:00:00Z' });
  });
  const exported = (format: string, query: object = {}) =>
    owner.request(EXPORT, { query: { ...MAY, format, ...query } });

  test('as iCalendar', async () => {
    const { headers, text } = await exported('ics');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="gtm-schedule-2026-05-01-2026-05-31.ics"');
    expect(readCalendar(text).events.map(({ start, end }) => [start, end])).toEqual([
      ['2026-05-04', '2026-05-07'],
      ['2026-05-04T07:00:00Z', null],
    ]);
  });

  test('as CSV that no spreadsheet takes for formulas', async () => {
    const { headers, text } = await exported('csv');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(text).toMatch(/^id,title,description,scheduled_at,/);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text).toContain(`,"'=HYPERLINK(""https://example.com"")","a,b\n""c""",2026-05-04T07:00:00.000Z,,false,`);
    const withMark = await exported('csv', { bom: true });
    // fetch takes the mark away as it decodes; what is left is the same.
    expect(withMark.text).toBe(text);
    expect((await exported('csv', { channels: 'email' })).text.split('\r\n')).toHaveLength(2);
  });

  test('as JSON like the list', async () => {
    const { body, headers } = await exported('json');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const { data } = read(await list(owner, {}), gtmEventPage.schema);
    expect(body).toEqual({ data, meta: { total: 2, ...MAY } });
    expect((await exported('json', { channels: 'email' })).body).toEqual({ data: [], meta: { total: 0, ...MAY } });
  });

  test('needs a format', async () => {
    for (const format of ['', 'xml']) {
      expect(Object.keys(expectError(await exported(format), 'VALIDATION_ERROR'))).toEqual(['format']);
    }
  });
});

test(`${FILTERS} has all types and channels`, async () => {
  expect(read(await partner.request(FILTERS), eventWords.schema)).toEqual({
    event_types: ['webinar', 'blog_post', 'email_campaign', 'social_post', 'product_launch'],
    channels: ['email', 'blog', 'socialnet', 'microblog', 'videonet'],
  });
});

describe(CAMPAIGNS, () => {
  test('lists what was added, newest first', async () => {
    const owner = await createPartner();
    const days = { start_date: '2026-05-01', end_date: '2026-05-01' };
    const whole = await createCampaign(owner, { name: ' Spring ', description: 'All of it', ...days });
    expect(whole.attributes).toMatchObject({ name: 'Spring', description: 'All of it', ...days });
    const bare = await createCampaign(owner, { name: 'Autumn' });
    expect(bare.attributes).toMatchObject({ description: null, start_date: null, end_date: null });
    const { data, meta } = read(await owner.request(CAMPAIGNS), page(gtmCampaignResource).schema);
    expect([data, meta.total]).toEqual([[bare, whole], 2]);
  });

  test('takes no campaign that ends before it starts, or has no name', async () => {
    const body = { name: ' ', start_date: '2026-05-02', end_date: 'soon' };
    expect(
      Object.keys(expectError(await partner.request(CREATE_CAMPAIGN, { body }), 'VALIDATION_ERROR')).sort(),
    ).toEqual(['end_date', 'name']);
    const reversed = { name: 'Spring', start_date: '2026-05-02', end_date: '2026-05-01' };
    expect(
      Object.keys(expectError(await partner.request(CREATE_CAMPAIGN, { body: reversed }), 'VALIDATION_ERROR')),
    ).toEqual(['end_date']);
  });
});

test('a campaign is read, changed and deleted by its id', async () => {
  const owner = await createPartner();
  const { id } = await createCampaign(owner);
  const asked = (route: RouteName, body?: object) => owner.request(route, { params: { id }, ...(body && { body }) });
  const event = await createEvent(owner, { campaign_id: id });
  const changed = read(await asked(UPDATE_CAMPAIGN, { name: 'Summer' }), one(gtmCampaignResource).schema).data;
  expect(changed).toMatchObject({ id, attributes: { name: 'Summer', description: null } });
  expect(read(await asked(SHOW_CAMPAIGN), one(gtmCampaignResource).schema).data).toEqual(changed);
  expect(Object.keys(expectError(await asked(UPDATE_CAMPAIGN, { name: ' ' }), 'VALIDATION_ERROR'))).toEqual(['name']);
  expect((await asked(DELETE_CAMPAIGN)).status).toBe(204);
  expectError(await asked(SHOW_CAMPAIGN), 'NOT_FOUND');
  const left = eventIn(await owner.request(SHOW, { params: { id: event.id } }));
  expect(left.attributes.campaign_id).toBeNull();
});

test('events repeat, and are changed one by one, from one on, or all', async () => {
  const owner = await createPartner();
  const monday = { scheduled_at: '2030-03-18T09:00:00+01:00', end_at: '2030-03-18T09:30:00+01:00' };
  const body = { ...BODY, ...monday, event_type: 'blog_post', recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5' };
  const options = { body, headers: { 'Idempotency-Key': crypto.randomUUID() } };
  const [first, again] = [await owner.request(CREATE_SERIES, options), await owner.request(CREATE_SERIES, options)];
  const made = read(first, one(gtmSeriesResource).schema).data;
  expect(read(again, one(gtmSeriesResource).schema).data).toEqual(made);
  const { data: all } = read(await owner.request(LIST_SERIES), page(gtmSeriesResource).schema);
  expect(all).toEqual([made]);
  const asked = (route: RouteName, change?: object) =>
    owner.request(route, { params: { id: made.id }, ...(change && { body: change }) });
  const events = async () => read(await asked(SERIES_EVENTS), page(gtmEventResource).schema).data;
  const [, second, third, fourth] = await events();
  expect(third?.attributes.scheduled_at).toBe('2030-04-01T07:00:00.000Z');
  await owner.request(UPDATE, { params: { id: String(second?.id) }, body: { title: 'Guest post' } });
  const changed = await asked(UPDATE_SERIES, {
    from: third?.attributes.occurrence_at,
    title: 'Round-up',
    start_time: '10:00',
  });
  expect(changed.status).toBe(200);
  const cut = await asked(CANCEL_FOLLOWING, { from: fourth?.attributes.occurrence_at });
  expect(read(cut, one(gtmSeriesResource).schema).data.attributes.cancelled_from).toBe('2030-04-08T07:00:00.000Z');
  const kept = (await events()).map(({ attributes }) => [attributes.scheduled_at, attributes.title]);
  expect(kept).toEqual([
    ['2030-03-18T08:00:00.000Z', BODY.title],
    ['2030-03-25T08:00:00.000Z', 'Guest post'],
    ['2030-04-01T08:00:00.000Z', 'Round-up'],
  ]);
  expect(read(await asked(SHOW_SERIES), one(gtmSeriesResource).schema).data.id).toBe(made.id);
  const refused = await owner.request(CREATE_SERIES, { body: { ...body, recurrence: 'FREQ=HOURLY;COUNT=2' } });
  expect(Object.keys(expectError(refused, 'VALIDATION_ERROR'))).toEqual(['recurrence']);
  expect((await asked(DELETE_SERIES)).status).toBe(204);
  expectError(await asked(SHOW_SERIES), 'NOT_FOUND');
  const left = read(await list(owner, { start_date: '2030-03-01', end_date: '2030-04-30' }), gtmEventPage.schema).data;
  expect(left.map(({ attributes }) => [attributes.title, attributes.series_id])).toEqual([['Guest post', null]]);
});

describe(SUBSCRIBE, () => {
  test('gives an address that shows the schedule, and the same one when asked again', async () => {
    const owner = await createPartner();
    const made = await subscribe(owner);
    expect(made).toEqual({
      subscription_url: expect.stringMatching(`^https?://.+/api/v1/gtm-schedule/feed\\.ics\\?token=${made.token}$`),
      token: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      filters: null,
      instructions: {
        google_calendar: expect.any(String),
        apple_calendar: expect.any(String),
        outlook: expect.any(String),
        other: expect.any(String),
      },
    });
    const filters = { event_types: ['webinar' as const], channels: ['videonet' as const] };
    expect(await subscribe(owner, { filters })).toEqual({ ...made, filters });
    expect(await subscribe(owner)).toEqual({ ...made, filters });
    expect(await subscribe(owner, { filters: null })).toEqual(made);
  });

  test('refuses filters that there are not', async () => {
    const { id } = await createCampaign(other);
    const asked = (filters: unknown) => partner.request(SUBSCRIBE, { body: { filters } });
    const wrong = expectError(await asked({ event_types: ['party'], channels: 'email' }), 'VALIDATION_ERROR');
    expect(Object.keys(wrong).sort()).toEqual(['filters.channels', 'filters.event_types.0']);
    expectError(await asked({ campaign_id: id }), 'FORBIDDEN');
    expectError(await asked({ campaign_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
  });
});

describe(FEED, () => {
  test('shows the schedule to whoever has the token, until there is another', async () => {
    const owner = await createPartner();
    const soon = new Date(Date.now() + 7 * 86_400_000).toISOString();
    await createEvent(owner, { scheduled_at: soon, end_at: null });
    const { token } = await subscribe(owner);
    const reply = await feed(token);
    expect(reply.headers.get('Cache-Control')).toBe('private');
    expect(readCalendar(reply.text).events).toMatchObject([{ summary: BODY.title, status: 'CONFIRMED' }]);
    const regenerated = read(await owner.request(REGENERATE), one(subscriptionResource).schema).data;
    expectError(await feed(token), 'UNAUTHORIZED');
    expect((await feed(regenerated.token)).text).toBe(reply.text);
    const details = expectError(
      await feed(regenerated.token, { lookahead_days: 366, event_types: 'party' }),
      'VALIDATION_ERROR',
    );
    expect(Object.keys(details).sort()).toEqual(['event_types.0', 'lookahead_days']);
  });

  test('is closed to tokens of 63 characters, and to none', async () => {
    expectError(await feed('x'.repeat(63)), 'UNAUTHORIZED');
    expectError(await feed(null), 'UNAUTHORIZED');
    expectError(await partner.request(FEED), 'UNAUTHORIZED');
  });

  test('cannot be regenerated before it was made', async () => {
    const owner = await createPartner();
    expectError(await owner.request(REGENERATE), 'NOT_FOUND');
  });
});

describe('a publishing capability', () => {
  test('says which content item each date is for', async () => {
    const owner = await createPartner();
    const settings = { topic: 'Acme Move for small warehouses', post_count: 3 };
    const { attributes } = await complete(owner, 'schedule_social_posts', { settings });
    const today = new Date().toISOString().slice(0, 10);
    const query = { start_date: today, end_date: `${Number(today.slice(0, 4)) + 1}-12-31` };
    const { data } = read(await owner.request(LIST, { query }), gtmEventPage.schema);
    const titles = new Map(attributes.generated_assets.map((item) => [item.id, item.attributes.title]));
    expect(data.map(({ attributes: event }) => event.content_item_id).toSorted()).toEqual(
      [...titles.keys()].toSorted(),
    );
    for (const { attributes: event } of data) expect(event.title).toBe(titles.get(event.content_item_id ?? 0));
  });

  test('puts its dates into the schedule, and takes future ones along when it is archived', async () => {
    const owner = await createPartner();
    const settings = { product_name: 'Acme Move', timezone: 'asia/tokyo' };
    const { id, attributes } = await complete(owner, 'launch_calendar', { settings });
    const today = new Date().toISOString().slice(0, 10);
    const year = { start_date: today, end_date: `${Number(today.slice(0, 4)) + 1}-12-31`, per_page: 100 };
    const { data } = read(await owner.request(LIST, { query: year }), gtmEventPage.schema);
    expect(data.length).toBeGreaterThan(0);
    const output = attributes.step_results.at(-1)?.output as { entries: { event_id: string; title: string }[] };
    expect(data.map((event) => [event.id, event.attributes.title]).toSorted()).toEqual(
      output.entries.map((entry) => [entry.event_id, entry.title]).toSorted(),
    );
    for (const event of data) {
      expect(event.attributes).toMatchObject({ execution_id: id, timezone: 'Asia/Tokyo', sandbox: false });
    }
    const { token } = await subscribe(owner);
    expect((await owner.request(ARCHIVE, { params: { id } })).status).toBe(200);
    expect((await executionOf(owner, id)).attributes.status).toBe('archived');
    expect(read(await owner.request(LIST, { query: year }), gtmEventPage.schema).data).toEqual([]);
    const { events } = readCalendar((await feed(token)).text);
    expect(events.map(({ status }) => status)).toEqual(data.map(() => 'CANCELLED'));
  });
});

test('a file is shown, imported once, and refused where it cannot be read', async () => {
  const owner = await createPartner();
  const content = [
    'title,scheduled_at,end_at,recurrence',
    'Launch,2030-05-06T09:00,2030-05-06T10:00,',
    'Round-up,2030-05-07T09:00,,FREQ=WEEKLY;COUNT=3',
  ].join('\n');
  const body = { format: 'csv', content, timezone: 'Europe/Berlin', event_type: 'blog_post', channel: 'blog' };
  const preview = read(await owner.request(PREVIEW_IMPORT, { body }), one(importPreview).schema).data;
  expect(preview.problems).toEqual([]);
  expect(preview.entries).toMatchObject([
    { line: 2, title: 'Launch', scheduled_at: '2030-05-06T07:00:00.000Z', event_count: 1, is_known: false },
    { line: 3, title: 'Round-up', recurrence: 'FREQ=WEEKLY;COUNT=3', event_count: 3, is_known: false },
  ]);
  const made = read(await owner.request(IMPORT, { body }), one(importResult).schema).data;
  expect(made).toEqual({ events: 4, series: 1, known: 0, problems: [] });
  const again = read(await owner.request(IMPORT, { body }), one(importResult).schema).data;
  expect(again).toEqual({ events: 0, series: 0, known: 2, problems: [] });
  const refused = await owner.request(IMPORT, { body: { ...body, content: `${content}\nLater,soon,,` } });
  expect(expectError(refused, 'VALIDATION_ERROR')).toEqual({ content: [expect.stringMatching(/^Line 4 \(Later\): /)] });
  const { meta } = read(await list(owner, {}), gtmEventPage.schema);
  const may = read(await list(owner, { start_date: '2030-05-01', end_date: '2030-05-31' }), gtmEventPage.schema);
  expect([meta.total, may.meta.total]).toEqual([0, 4]);
});
