import { beforeAll, describe, expect, test } from '@jest/globals';
import { listingResource } from '../../api/listings/resource.ts';
import { one, page } from '../../api/resource.ts';
import { pastScoreResource } from '../../api/seo/resource.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { addListingFault, changeListing, createListing, pageRequests } from '../environment/sandbox-marketplace.ts';
import { analyze, seoJobEnded } from '../environment/seo.ts';

const LIST: RouteName = 'GET /marketplace/listings';
const GET: RouteName = 'GET /marketplace/listings/{id}';
const SCORES: RouteName = 'GET /marketplace/listings/{listingId}/scores';
/** Too short, and with a character that ids do not have. */
const MALFORMED = ['short', 'prod.4ydbgyt6kkgxk'];
const FIELDS = { title: 'Northwind Shield', vendor: 'Northwind', keywords: ['firewall', 'intrusion detection'] };

let partner: Partner;
let other: Partner;
/** Listings in the order in which the partner had them scored. */
const ids: string[] = [];

beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  for (let count = 0; count < 3; count += 1) ids.push(await scored(partner));
});

/** A listing that the partner has had scored, created on first use. */
async function scored(by: Partner): Promise<string> {
  const id = await createListing(FIELDS);
  await seoJobEnded(by, await analyze(by, id));
  return id;
}

const list = async (query: Record<string, number> = {}, from = partner) =>
  read(await from.request(LIST, { query }), page(listingResource).schema);
const get = (id: string, from = partner) => from.request(GET, { params: { id } });
const shown = async (id: string, from = partner) => read(await get(id, from), one(listingResource).schema).data;

describe(LIST, () => {
  test('lists what the partner has had scored, those first that it came to last', async () => {
    const { data, meta } = await list();
    expect(data.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(meta).toEqual({ total: 3, page: 1, per_page: 20, total_pages: 1 });
    expect(data[0]?.attributes).toMatchObject({ ...FIELDS, readable: true });
  });

  test('has the latest score of each', async () => {
    const [, , id = ''] = ids;
    const [, latest] = [await scoreOf(id), await scoreOf(id)];
    const shownHere = (await list()).data.find((listing) => listing.id === id);
    expect(shownHere?.attributes).toMatchObject(latest);
    expect((await shown(id)).attributes).toMatchObject(latest);
  });

  test('comes in pages', async () => {
    const second = await list({ page: 2, per_page: 2 });
    expect(second.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(second.meta).toEqual({ total: 3, page: 2, per_page: 2, total_pages: 2 });
    expect((await list({ page: 3, per_page: 2 })).data).toEqual([]);
  });

  test.each([
    ['page', 0],
    ['per_page', 0],
    ['per_page', 101],
  ])('refuses %s=%s', async (field, value) => {
    const details = expectError(await partner.request(LIST, { query: { [field]: value } }), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual([field]);
  });

  test('has nothing of another partner', async () => {
    expect(await list({}, other)).toMatchObject({ data: [], meta: { total: 0, total_pages: 0 } });
  });
});

describe(SCORES, () => {
  const scores = async (id: string, query: Record<string, number> = {}, from = partner) =>
    read(await from.request(SCORES, { params: { listingId: id }, query }), page(pastScoreResource).schema);

  test('tells how a listing has fared, newest first, in pages', async () => {
    const id = await scored(partner);
    await changeListing(id, { ...FIELDS, title: 'x' });
    const second = await scoreOf(id, { category_code: 'security' });
    const { data, meta } = await scores(id);
    expect(meta).toEqual({ total: 2, page: 1, per_page: 20, total_pages: 1 });
    expect(data.map(({ attributes }) => attributes.category)).toEqual(['security', 'default']);
    expect(data[0]?.attributes).toMatchObject({ ...second, brand_keyword: null, sandbox: false });
    expect(data[0]?.attributes.overall_score).toBeLessThan(data[1]?.attributes.overall_score ?? 0);
    expect(data[0]?.links.analysis).toBe(`/api/v1/marketplace/seo-score/status/${data[0]?.id}`);
    expect((await scores(id, { page: 2, per_page: 1 })).data).toEqual(data.slice(1));
  });

  test('has no scores of another partner', async () => {
    const id = await scored(partner);
    expectError(await other.request(SCORES, { params: { listingId: id } }), 'NOT_FOUND');
    await seoJobEnded(other, await analyze(other, id));
    expect((await scores(id, {}, other)).meta.total).toBe(1);
  });

  test('answers 404 for a listing that was never scored', async () => {
    expectError(await partner.request(SCORES, { params: { listingId: 'prod-never-scored' } }), 'NOT_FOUND');
  });

  test.each(MALFORMED)('answers 422 for %j', async (id) => {
    const reply = await partner.request(SCORES, { params: { listingId: id } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['listingId']);
  });

  test('refuses pages that there cannot be', async () => {
    const reply = await partner.request(SCORES, { params: { listingId: ids[0] ?? '' }, query: { per_page: 101 } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['per_page']);
  });
});

/** Has a listing scored; returns what lists show of it. */
async function scoreOf(id: string, more: object = {}) {
  const { data } = await seoJobEnded(partner, await analyze(partner, id, more));
  if (!data) throw new Error('There is no score.');
  const { overall_score, grade, analyzed_at } = data;
  return { overall_score, grade, analyzed_at };
}

describe(GET, () => {
  test('gives a listing as it was last read, and asks nobody for it', async () => {
    const [id = ''] = ids;
    const before = await shown(id);
    expect(before).toMatchObject({ type: 'listing', id, attributes: FIELDS });
    await changeListing(id, { ...FIELDS, title: 'Northwind Shield Pro' });
    expect(await shown(id)).toEqual(before);
    expect(await pageRequests(id)).toHaveLength(1);
    await seoJobEnded(partner, await analyze(partner, id));
    const { attributes } = await shown(id);
    expect(attributes.title).toBe('Northwind Shield Pro');
    expect(attributes.changed_at > before.attributes.changed_at).toBe(true);
  });

  test('says when it could not be read the last time', async () => {
    const id = await scored(partner);
    await addListingFault({ kind: 'status', listing: id, status: 500 });
    await seoJobEnded(partner, await analyze(partner, id));
    expect((await shown(id)).attributes).toMatchObject({ ...FIELDS, readable: false });
  });

  test('knows no listing of another partner until that has it scored, too', async () => {
    const [, id = ''] = ids;
    expectError(await get(id, other), 'NOT_FOUND');
    await seoJobEnded(other, await analyze(other, id));
    const { analyzed_at: _own, ...theirs } = (await shown(id, other)).attributes;
    expect((await shown(id)).attributes).toMatchObject(theirs);
  });

  test('answers 404 for a listing that was never scored', async () => {
    expectError(await get('prod-never-scored'), 'NOT_FOUND');
  });

  test.each(MALFORMED)('answers 422 for %j', async (id) => {
    expect(Object.keys(expectError(await get(id), 'VALIDATION_ERROR'))).toEqual(['id']);
  });
});
