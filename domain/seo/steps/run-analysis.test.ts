import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type ListingPage, MarketplaceClosed, MarketplaceError } from '../../../infra/marketplace/port.ts';
import { drawSvg } from '../../../sandbox/marketplace/images.ts';
import { type Shop, type ShopAnswer, startShop } from '../../../test/environment/marketplace.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import type { Call } from '../../kernel/call.ts';
import { perform } from '../../kernel/step.ts';
import { findSnapshot } from '../../listings/store.ts';
import { requestAnalysis } from '../operations/request-analysis.ts';
import { findJob } from '../store.ts';
import type { SeoResult } from '../table.ts';
import { runAnalysis } from './run-analysis.ts';

jest.setTimeout(60_000);

const SVG: ShopAnswer = {
  status: 200,
  headers: { 'content-type': 'image/svg+xml' },
  body: drawSvg(120, 60, [1, 2, 3]).toString(),
};

let service: TestService;
let shop: Shop;
let call: Call;
beforeAll(async () => {
  [service, shop] = await Promise.all([startTestService(), startShop()]);
  const { fetchListing, ...marketplace } = shop.marketplace;
  // Objects from a thread belong to another realm than Jest's modules, so they would not equal those from the database.
  const inRealm = (page: ListingPage | null): ListingPage | null => JSON.parse(JSON.stringify(page));
  service.deps.marketplace = { ...marketplace, fetchListing: async (request) => inRealm(await fetchListing(request)) };
  ({ call } = await service.createCaller());
});
afterAll(async () => {
  await service.stop();
  await shop[Symbol.asyncDispose]();
});

async function requested(listing: string, more: object = {}): Promise<number> {
  return (await service.run(call, requestAnalysis, { input: { listing_url: listing, ...more } })).job.id;
}

async function analyzed(listing: string, more: object = {}): Promise<SeoResult> {
  const id = await requested(listing, more);
  await perform(service.deps, runAnalysis, { jobId: id });
  return (await findJob(service.deps.db, id))?.result as SeoResult;
}

async function events(listing: string): Promise<{ type: string; changes?: string[] }[]> {
  return service.deps.db.query(
    `SELECT type, data->'changes' AS changes FROM platform_event WHERE data->>'listing_id' = $1 ORDER BY id`,
    [listing],
  );
}

/** A page with an entity tag and a logo without dimensions; `logo` is the response to its request. */
function show(title: string, logo: () => ShopAnswer): void {
  const product = { '@type': 'Product', name: title, description: `${title} backs up.`, logo: '/logo.svg' };
  const body = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  const etag = `"${title.replaceAll(' ', '-')}"`;
  shop.respond = ({ listingId, headers }) => {
    if (listingId === 'logo.svg') return logo();
    return headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { status: 200, headers: { etag }, body };
  };
}

test('a logo that fails once is measured by the next reading, and none of it is published as a change', async () => {
  const listing = `prod-${crypto.randomUUID()}`;
  const logoOf = async () => (await findSnapshot(service.deps.db, listing))?.content.logo;
  const measured = { format: 'svg', width: 120, height: 60 };

  show('Acme Backup', () => ({ status: 503 }));
  await analyzed(listing);
  expect(await logoOf()).toMatchObject({ width: null, unread: true });

  show('Acme Backup', () => SVG);
  const whole = await analyzed(listing);
  expect(await logoOf()).toMatchObject(measured);
  expect(await analyzed(listing)).toEqual(whole);

  show('Acme Backup Pro', () => ({ status: 503 }));
  await analyzed(listing);
  expect(await logoOf()).toMatchObject(measured);
  await analyzed(listing, { use_realtime_data: true });
  expect(await logoOf()).toMatchObject(measured);

  show('Acme Backup Pro', () => SVG);
  await analyzed(listing);
  expect(await events(listing)).toEqual([
    { type: 'listing.created', changes: null },
    { type: 'listing.updated', changes: ['title', 'long_description'] },
  ]);
});

test('a service that is busy fails the analysis and blames no listing', async () => {
  const listing = `prod-${crypto.randomUUID()}`;
  const fetchListing = () => Promise.reject(new MarketplaceError('busy', 'The service is busy.'));
  const id = await requested(listing);
  const deps = { ...service.deps, marketplace: { ...shop.marketplace, fetchListing } };
  await perform(deps, runAnalysis, { jobId: id });
  expect(await findJob(service.deps.db, id)).toMatchObject({ status: 'failed', error: 'The service is busy.' });
  expect(await events(listing)).toEqual([]);
});

test('why an analysis failed is kept as far as there is room, without half a character', async () => {
  const listing = `prod-${crypto.randomUUID()}`;
  const fetchListing = () => Promise.reject(new MarketplaceError('busy', `${'a'.repeat(499)}😀`));
  const id = await requested(listing);
  const deps = { ...service.deps, marketplace: { ...shop.marketplace, fetchListing } };
  await perform(deps, runAnalysis, { jobId: id });
  expect(await findJob(service.deps.db, id)).toMatchObject({ status: 'failed', error: 'a'.repeat(499) });
  expect(await events(listing)).toEqual([]);
});

test('a process that stops leaves the analysis to another one', async () => {
  const listing = `prod-${crypto.randomUUID()}`;
  const id = await requested(listing);
  const stopping = await startShop();
  const deps = { ...service.deps, marketplace: stopping.marketplace };
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  stopping.respond = () => {
    resolve();
    return 'hang';
  };
  const run = perform(deps, runAnalysis, { jobId: id });
  const left = expect(run).rejects.toThrow(MarketplaceClosed);
  await asked;
  await stopping.marketplace.close();
  await left;
  await stopping[Symbol.asyncDispose]();
  show('Acme Backup', () => SVG);
  expect(await perform(service.deps, runAnalysis, { jobId: id })).toEqual({ waitMs: null, error: null });
  expect(await findJob(service.deps.db, id)).toMatchObject({ status: 'completed' });
});
