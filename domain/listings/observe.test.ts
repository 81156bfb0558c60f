import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import { findEventType } from '../webhooks/catalogue.ts';
import { observeFailure, observeListing } from './observe.ts';
import { publishPendingEvents } from './steps/housekeeping.ts';
import { findSnapshot } from './store.ts';

jest.setTimeout(60_000);

const MORNING = new Date('2026-05-10T08:00:00Z');
const NOON = new Date('2026-05-10T12:00:00Z');
const DRAFT: ListingContent = {
  title: 'Acme Backup',
  shortDescription: 'Backs up.',
  longDescription: { text: 'Backs up and restores.', headings: 0, paragraphs: 1, bulletItems: 0 },
  highlights: [],
  keywords: ['backup'],
  categories: [],
  vendor: 'Acme',
  logo: null,
  media: [],
  publishedAt: null,
};

let service: TestService;
let listingId: string;
let acme: Partner;
let other: Partner;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  listingId = `prod-${crypto.randomUUID()}`;
  [acme, other] = await Promise.all([service.createPartner(), service.createPartner()]);
});
afterAll(() => service.stop());

function see(partner: Partner, change: Partial<ListingContent> = {}, fetchedAt = NOON): Promise<boolean> {
  const content = { ...DRAFT, ...change };
  const observation = { partnerId: partner.id, listingId, provider: 'market.example', content, etag: '"1"', fetchedAt };
  return service.deps.transaction(service.admin, (tx) => observeListing(tx, observation));
}

function miss(partner: Partner): Promise<void> {
  const failure = { partnerId: partner.id, listingId, error: 'The marketplace did not answer in time.' };
  return service.deps.transaction(service.admin, (tx) => observeFailure(tx, failure));
}

/** Events of a partner, oldest first, each validated against its schema in the catalogue. */
async function eventsOf(partner: Partner): Promise<[type: string, data: unknown][]> {
  const rows: { type: string; data: unknown }[] = await service.deps.db.query(
    'SELECT type, data FROM platform_event WHERE partner_id = $1 ORDER BY occurred_at, id',
    [partner.id],
  );
  return rows.map(({ type, data }) => {
    expect(findEventType(type)?.data.parse(data)).toEqual(data);
    const { listing_id, ...more } = data as Record<string, unknown>;
    expect(listing_id).toBe(listingId);
    return [type, more];
  });
}

const CREATED = ['listing.created', { provider: 'market.example', status: 'unpublished' }];

test('a listing is created for each partner that reads it for the first time', async () => {
  await see(acme);
  await see(acme);
  await see(other, { publishedAt: '2026-01-02T00:00:00.000Z' });
  expect((await eventsOf(acme))[0]).toEqual(CREATED);
  expect(await eventsOf(other)).toEqual([['listing.created', { provider: 'market.example', status: 'published' }]]);
});

describe('a change', () => {
  test('reaches all watchers, once, whichever partner had the listing read', async () => {
    await see(acme);
    await see(other);
    await see(other, { title: 'Acme Backup Pro', keywords: [] });
    await see(acme, { title: 'Acme Backup Pro', keywords: [] });
    const expected = [CREATED, ['listing.updated', { changes: ['title', 'keywords'] }]];
    expect(await eventsOf(acme)).toEqual(expected);
    expect(await eventsOf(other)).toEqual(expected);
  });

  test('does not reach the partner that reads the listing for the first time', async () => {
    await see(acme);
    await see(other, { title: 'Acme Backup Pro' });
    expect((await eventsOf(acme)).map(([type]) => type)).toEqual(['listing.created', 'listing.updated']);
    expect((await eventsOf(other)).map(([type]) => type)).toEqual(['listing.created']);
  });

  test('is published once when many readings of it end at the same time', async () => {
    await see(acme);
    await Promise.all(Array.from({ length: 10 }, () => see(acme, { title: 'Acme Backup Pro' })));
    expect(await eventsOf(acme)).toEqual([CREATED, ['listing.updated', { changes: ['title'] }]]);
  });

  test('is not reverted by a reading that took longer', async () => {
    await see(acme, { title: 'New' }, NOON);
    await see(acme, { title: 'Old' }, MORNING);
    expect(await eventsOf(acme)).toEqual([CREATED]);
    expect((await findSnapshot(service.deps.db, listingId))?.content.title).toBe('New');
  });
});

describe('of many watchers', () => {
  const MANY = 1_050;
  const perSlice = 100;

  /** Partners that watch the listing; returns their ids, ascending. */
  async function addWatchers(count: number, at = new Date()): Promise<number[]> {
    const rows: { partner_id: number }[] = await service.dataSource.query(
      `WITH more AS (
         INSERT INTO partner (name, plan, created_at, updated_at)
         SELECT 'Watcher', 'starter', now(), now() FROM generate_series(1, $2::int) RETURNING id
       )
       INSERT INTO listing_watch (listing_id, partner_id, created_at) SELECT $1, id, $3 FROM more RETURNING partner_id`,
      [listingId, count, at],
    );
    return rows.map(({ partner_id }) => partner_id).sort((a, b) => a - b);
  }

  /** The changes that each has received, in their order. */
  async function received(ids: readonly number[]): Promise<string[]> {
    const rows: { changes: string }[] = await service.dataSource.query(
      `SELECT coalesce(string_agg(e.data->>'changes', ' ' ORDER BY e.id), '') AS changes
       FROM unnest($1::bigint[]) AS w LEFT JOIN platform_event e ON e.partner_id = w AND e.type = 'listing.updated' GROUP BY w ORDER BY w`,
      [ids],
    );
    return rows.map(({ changes }) => changes);
  }

  const changed = (count: number, changes = '["title"]') => Array.from({ length: count }, () => changes);
  const publish = () => perform(service.deps, publishPendingEvents, {});

  test('a change reaches some in its transaction, and each of the others once, though a slice fails in between', async () => {
    await see(acme);
    const ids = [acme.id, ...(await addWatchers(MANY - 1))];
    await see(acme, { title: 'New' });
    expect(await received(ids)).toEqual([...changed(perSlice), ...changed(MANY - perSlice, '')]);
    const [late] = await addWatchers(1, new Date(Date.now() + 1));

    const unlucky = { table: 'platform_event', when: `NEW.partner_id = ${ids[450]}` };
    await refusingRows(service.dataSource, unlucky, () => expect(publish()).rejects.toThrow(AggregateError));
    expect(await received(ids)).toEqual([...changed(400), ...changed(MANY - 400, '')]);
    await Promise.all([publish(), publish()]);
    expect(await received([...ids, late as number])).toEqual([...changed(MANY), '']);
    expect(await publish()).toEqual({ slices: 0 });
  });

  test('changes reach each of them in their order, and a failure the one that asked once', async () => {
    await see(acme);
    const ids = [acme.id, ...(await addWatchers(2 * perSlice))];
    await see(acme, { title: 'New' });
    await see(other, { title: 'New', keywords: [] });
    await publish();
    expect(await received(ids)).toEqual(changed(ids.length, '["title"] ["keywords"]'));
    expect(await received([other.id])).toEqual(['']);
    const asking = { id: ids.at(-1) } as Partner;
    await miss(asking);
    await publish();
    const failures =
      "SELECT count(*)::int AS n FROM platform_event WHERE type = 'listing.failed' AND partner_id = ANY ($1)";
    expect(await service.dataSource.query(failures, [ids])).toEqual([{ n: ids.length }]);
  });

  test('what fails for one listing keeps no other from its turn', async () => {
    await see(acme);
    const first = await addWatchers(perSlice);
    await see(acme, { title: 'New' });
    listingId = `prod-${crypto.randomUUID()}`;
    await see(other);
    const second = await addWatchers(perSlice);
    await see(other, { title: 'New' });
    const failing = { table: 'platform_event', when: `NEW.partner_id = ${first.at(-1)}` };
    await refusingRows(service.dataSource, failing, () => expect(publish()).rejects.toThrow(AggregateError));
    expect(await received(first.slice(-1))).toEqual(['']);
    expect(await received(second)).toEqual(changed(perSlice));
  });
});

test('a first reading is saved once when many end at the same time', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => see(index % 2 === 0 ? acme : other)));
  expect(await eventsOf(acme)).toEqual([CREATED]);
  expect(await eventsOf(other)).toEqual([CREATED]);
});

test('a listing that is published has an event with the time', async () => {
  await see(acme);
  await see(acme, { publishedAt: '2026-03-02T08:30:00.000Z' });
  await see(acme, { publishedAt: '2026-03-03T08:30:00.000Z' });
  expect(await eventsOf(acme)).toEqual([CREATED, ['listing.published', { published_at: '2026-03-02T08:30:00.000Z' }]]);
});

describe('a failure', () => {
  const FAILED = ['listing.failed', { error: 'The marketplace did not answer in time.' }];

  test('reaches the partner that requested the listing, known or not', async () => {
    await miss(acme);
    await miss(acme);
    expect(await eventsOf(acme)).toEqual([FAILED, FAILED]);
    expect(await eventsOf(other)).toEqual([]);
  });

  test('reaches the watchers when it begins, not each time', async () => {
    await see(other);
    await miss(acme);
    await miss(acme);
    expect(await eventsOf(other)).toEqual([CREATED, FAILED]);
    await see(acme, {}, new Date(NOON.getTime() + 1));
    await miss(acme);
    expect(await eventsOf(other)).toEqual([CREATED, FAILED, FAILED]);
  });
});
