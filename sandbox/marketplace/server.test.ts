import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { measureImage } from '../../infra/marketplace/page/links.ts';
import type { SandboxServer } from '../server.ts';
import { CATALOGUE, TRY_LISTINGS } from './catalogue/index.ts';
import { startSandboxMarketplace } from './server.ts';

const requestsSchema = z.object({ count: z.int(), last: z.array(z.record(z.string(), z.unknown())) });

const [best = ''] = TRY_LISTINGS.listing_ids;
const bestPage = `/marketplace/pp/${best}`;

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxMarketplace({ port: 0 });
});
afterEach(async () => {
  await send('DELETE', '/__sandbox/faults');
  await send('DELETE', `/__sandbox/listings/${best}`);
});
afterAll(() => sandbox.close());

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(sandbox.url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const textOf = async (path: string) => (await send('GET', path)).text();
const setFaults = (...faults: object[]) => send('PUT', '/__sandbox/faults', { faults });

describe('the catalogue', () => {
  test('has ids that differ, of the length that listings have', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [...ids, TRY_LISTINGS.missing_listing_id]) expect(id).toMatch(/^prod-[a-z0-9]{13}$/);
    expect(ids).toContain(TRY_LISTINGS.bad_listing_id);
    expect(ids).not.toContain(TRY_LISTINGS.missing_listing_id);
    expect(CATALOGUE.find(({ id }) => id === TRY_LISTINGS.slow_listing_id)?.delivery.kind).toBe('slow');
  });

  test('is listed on the front page, with what each is there to show', async () => {
    const html = await textOf('/');
    for (const { id, shows } of CATALOGUE) {
      expect(html).toContain(`href="/marketplace/pp/${id}"`);
      expect(html).toContain(shows);
    }
  });

  test('serves logos and screenshots to measure', async () => {
    for (const { id, listing, delivery } of CATALOGUE) {
      if (!listing.logo) continue;
      const response = await send('GET', `/files/${id}/logo.${listing.logo.format}`);
      const broken = delivery.kind === 'page' && delivery.brokenLogo === true;
      expect([id, response.status]).toEqual([id, broken ? 404 : 200]);
      if (!broken) expect(measureImage(await response.bytes())).toEqual(listing.logo);
    }
    expect(measureImage(await (await send('GET', `/files/${best}/screenshot-1.png`)).bytes())).toEqual({
      format: 'png',
      width: 1280,
      height: 720,
    });
    expect((await send('GET', `/files/${best}/screenshot-99.png`)).status).toBe(404);
  });
});

describe('a page', () => {
  test('has a tag by which it is not sent again', async () => {
    const response = await send('GET', bestPage);
    const etag = response.headers.get('etag') ?? '';
    expect([response.status, response.headers.get('x-sandbox')]).toEqual([200, 'true']);
    expect((await send('GET', bestPage, undefined, { 'if-none-match': etag })).status).toBe(304);
    await send('PUT', `/__sandbox/listings/${best}`, { title: 'Another Title' });
    expect((await send('GET', bestPage, undefined, { 'if-none-match': etag })).status).toBe(200);
  });

  test('shows what is changed until it is taken back', async () => {
    expect(
      await (await send('PUT', `/__sandbox/listings/${best}`, { title: 'A <b>Title</b>', logo: null })).json(),
    ).toMatchObject({
      id: best,
      listing: { title: 'A <b>Title</b>', logo: null, vendor: 'Northwind Systems' },
    });
    const html = await textOf(bestPage);
    expect(html).toContain('<h1>A &lt;b&gt;Title&lt;/b&gt;</h1>');
    expect(html).not.toContain('logo.png');
    await send('DELETE', `/__sandbox/listings/${best}`);
    expect(await textOf(bestPage)).toContain('<h1>Northwind Backup');
  });

  test('is made for an id that is new, and goes with it', async () => {
    const path = '/marketplace/pp/prod-made-by-a-test';
    expect((await send('GET', path)).status).toBe(404);
    await send('PUT', '/__sandbox/listings/prod-made-by-a-test', { title: 'Made' });
    expect(await textOf(path)).toContain('<h1>Made</h1>');
    await send('DELETE', '/__sandbox/listings/prod-made-by-a-test');
    expect((await send('GET', path)).status).toBe(404);
  });

  test.each([
    ['an unknown field', { name: 'No' }],
    ['a wrong value', { keywords: 'one' }],
    ['nothing that is JSON', undefined],
  ])('takes no change with %s', async (_what, body) => {
    expect((await send('PUT', `/__sandbox/listings/${best}`, body)).status).toBe(400);
  });

  test('may move', async () => {
    const moved = CATALOGUE.find(({ delivery }) => delivery.kind === 'moved');
    const response = await send('GET', `/marketplace/pp/${moved?.id}`);
    expect([response.status, response.headers.get('location')]).toEqual([301, bestPage]);
  });
});

describe('faults', () => {
  test('hit one listing, as often as they are told', async () => {
    await setFaults({ kind: 'status', listing: best, status: 502, times: 1 });
    expect((await send('GET', `/marketplace/pp/${TRY_LISTINGS.listing_ids[1]}`)).status).toBe(200);
    expect((await send('GET', bestPage)).status).toBe(502);
    expect((await send('GET', bestPage)).status).toBe(200);
    expect(await (await send('GET', '/__sandbox/faults')).json()).toEqual({ faults: [] });
  });

  test('break connections off', async () => {
    await setFaults({ kind: 'drop' });
    await expect(textOf(bestPage)).rejects.toThrow();
  });

  test('that do not exist are refused', async () => {
    expect((await setFaults({ kind: 'explode' })).status).toBe(400);
  });
});

test('requests are told, those of one listing by its id', async () => {
  const id = TRY_LISTINGS.missing_listing_id;
  await send('GET', `/marketplace/pp/${id}`, undefined, { 'if-none-match': '"old"' });
  await setFaults({ kind: 'status', listing: id, status: 500 });
  await send('GET', `/marketplace/pp/${id}`);
  const { count, last } = requestsSchema.parse(await (await send('GET', `/__sandbox/requests?listing=${id}`)).json());
  expect(count).toBe(2);
  expect(last).toMatchObject([
    { path: `/marketplace/pp/${id}`, listing: id, status: 404, if_none_match: '"old"', fault: null },
    { listing: id, status: 500, if_none_match: null, fault: 'status' },
  ]);
});

test('nothing else is there', async () => {
  expect((await send('GET', '/nothing')).status).toBe(404);
  expect((await send('POST', bestPage, {})).status).toBe(405);
  expect((await send('GET', '/__sandbox/nothing')).status).toBe(404);
});
