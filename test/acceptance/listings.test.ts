import { beforeAll, describe, expect, test } from '@jest/globals';
import { contentItemDetailResource } from '../../api/content-items/resource.ts';
import { listingResource, rescoringResource } from '../../api/listings/resource.ts';
import { one, page } from '../../api/resource.ts';
import { pastScoreResource } from '../../api/seo/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { assetsOf, contentItemOf, ended } from '../environment/executions.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { addListingFault, changeListing, createListing, pageRequests } from '../environment/sandbox-marketplace.ts';
import { analyze, seoJobEnded } from '../environment/seo.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createTrigger, firingsOf } from '../environment/workflow-triggers.ts';

const LIST: RouteName = 'GET /marketplace/listings';
const GET: RouteName = 'GET /marketplace/listings/{id}';
const GET_RESCORING: RouteName = 'GET /marketplace/listings/{id}/rescoring';
const SET: RouteName = 'PATCH /marketplace/listings/{id}/rescoring';
const APPLY: RouteName = 'POST /marketplace/seo-score/status/{id}/apply';
const SCORES: RouteName = 'GET /marketplace/listings/{listingId}/scores';
/** Too short, and with a character that ids do not have. */
const MALFORMED = ['short', 'prod.4ydbgyt6kkgxk'];
/** The schedule looks once a minute; then come an analysis, an event and a firing. */
const FOUND_BY_MS = 100_000;
const FIELDS = { title: 'Northwind Shield', vendor: 'Northwind', keywords: ['firewall', 'intrusion detection'] };

let partner: Partner;
let other: Partner;
/** A partner whose trigger writes about a listing that changes; begun first, since the schedule is looked at once a minute. */
let publisher: Awaited<ReturnType<typeof startPublishing>>;
/** Listings in the order in which the partner had them scored. */
const ids: string[] = [];

beforeAll(async () => {
  [partner, other, publisher] = await Promise.all([createPartner(), createPartner(), startPublishing()]);
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

describe(SET, () => {
  const set = (id: string, rescoring: object, from = partner) => from.request(SET, { params: { id }, body: rescoring });
  const rescoringOf = async (id: string) =>
    read(await partner.request(GET_RESCORING, { params: { id } }), one(rescoringResource).schema).data.attributes;
  const OFF = {
    every: 'off',
    category: 'default',
    brand_keyword: null,
    partner_domain: null,
    next_at: null,
    failures_in_a_row: 0,
    paused_at: null,
  };

  test('says how often a listing is scored again and by what, and keeps what is left out', async () => {
    const [id = ''] = ids;
    expect(await rescoringOf(id)).toEqual(OFF);
    const on = { every: 'weekly', brand_keyword: 'Northwind', partner_domain: 'https://www.northwind.example/shop' };
    const first = read(await set(id, on), one(rescoringResource).schema).data.attributes;
    expect(first).toMatchObject({
      every: 'weekly',
      brand_keyword: 'Northwind',
      partner_domain: 'www.northwind.example',
    });
    const days = (Date.parse(first.next_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.5);
    expect(days).toBeLessThan(7.5);
    await set(id, { category: 'security' });
    expect(await rescoringOf(id)).toEqual({ ...first, category: 'security' });
    expect((await shown(id)).attributes).toMatchObject({ rescore_every: 'weekly', next_rescore_at: first.next_at });
    await set(id, { every: 'off', category: null, brand_keyword: null, partner_domain: '' });
    expect(await rescoringOf(id)).toEqual(OFF);
  });

  test.each([
    [{ every: 'hourly' }, 'every'],
    [{ brand_keyword: 'x'.repeat(101) }, 'brand_keyword'],
    [{ partner_domain: '10.0.0.1' }, 'partner_domain'],
  ])('refuses %j', async (rescoring, field) => {
    const details = expectError(await set(ids[0] ?? '', rescoring), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual([field]);
  });

  test('knows no listing that was never scored', async () => {
    expectError(await set(ids[0] ?? '', { every: 'daily' }, other), 'NOT_FOUND');
  });
});

describe(APPLY, () => {
  const apply = (id: number, rule: string, from = partner) => from.request(APPLY, { params: { id }, body: { rule } });
  const made = async (id: number, rule: string) =>
    read(await apply(id, rule), one(contentItemDetailResource).schema).data;
  let analysis: number;
  beforeAll(async () => {
    const keywords = ['intrusion detection', 'packet filter', 'zero trust', 'vpn', 'proxy'];
    const listing = await createListing({ ...FIELDS, title: 'the best Northwind firewall', keywords });
    analysis = await analyze(partner, listing, { brand_keyword: 'Northwind' });
    const { data } = await seoJobEnded(partner, analysis);
    const texts = Object.fromEntries(data?.recommendations.map(({ rule, text }) => [rule, text]) ?? []);
    expect(texts).toMatchObject({
      'title.case': 'Northwind Firewall',
      'keywords.count': '- intrusion detection\n- packet filter\n- zero trust',
    });
    expect(Object.values(texts)).toContain(null);
  });

  test('makes one draft of a text, however often, at once and by whatever rule it is asked for', async () => {
    const { data: analysed } = await seoJobEnded(partner, analysis);
    const rules = analysed?.recommendations.flatMap(({ rule, part, text }) =>
      part === 'title' && text === 'Northwind Firewall' ? [rule] : [],
    );
    expect(rules?.length).toBeGreaterThan(1);
    const replies = await Promise.all(['title.case', ...(rules ?? [])].map((rule) => apply(analysis, rule)));
    const items = replies.map((reply) => read(reply, one(contentItemDetailResource).schema).data);
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...(rules ?? []).map(() => 200), 201]);
    const first = replies.find(({ status }) => status === 201);
    expect(first?.headers.get('location')).toContain(`/content-workflow/content-items/${items[0]?.id}`);
    expect(items[0]?.attributes).toMatchObject({
      title: 'the best Northwind firewall: title',
      body: 'Northwind Firewall',
      kanban_status: 'generated',
      execution_id: null,
    });
    const other = await made(analysis, 'keywords.count');
    expect(other.id).not.toBe(items[0]?.id);
    await partner.request('DELETE /content-workflow/content-items/{id}', { params: { id: other.id } });
    expect((await made(analysis, 'keywords.count')).id).toBeGreaterThan(other.id);
  });

  test('refuses advice without a text, and what the analysis does not recommend', async () => {
    const { data } = await seoJobEnded(partner, analysis);
    const described = data?.recommendations.find(({ text }) => text === null)?.rule ?? '';
    expectError(await apply(analysis, described), 'CONFLICT');
    expectError(await apply(analysis, 'title.absent'), 'NOT_FOUND');
    expectError(await apply(analysis, 'title.case', other), 'FORBIDDEN');
  });
});

/** A listing that changes before it is due, a trigger on its score, and approval that is required. */
async function startPublishing() {
  const by = await createPartner({ credits: 1_000 });
  const key = (await signInToConsole(await createUser(by.id, 'owner'))).access_token;
  await request('PATCH /app/content-settings', { key, body: { requires_approval: true } });
  const id = await scored(by);
  await by.request(SET, { params: { id }, body: { every: 'weekly' } });
  const trigger = await createTrigger(by, {
    name: 'A post about each change',
    target: { capability_slug: 'blog_post' },
    type: 'event',
    event: { name: 'listing.score_changed', filter: { listing_id: id }, mapping: { topic: 'name' } },
  });
  await changeListing(id, { ...FIELDS, title: 'Northwind Shield Anew', highlights: [], keywords: [] });
  await withDatabase((client) =>
    client.query('UPDATE listing_watch SET next_rescore_at = now() WHERE listing_id = $1', [id]),
  );
  return { by, key, id, trigger };
}

test('a listing that changes becomes a reviewed post with its name in the title', async () => {
  const { by, key, trigger } = publisher;
  const [firing] = await waitUntil(
    'the schedule to find the change',
    () => firingsOf(by, trigger),
    ([first]) => first?.attributes.result === 'fired',
    { limitMs: FOUND_BY_MS },
  );
  const { id: executionId } = await ended(by, firing?.attributes.execution_id ?? 0);
  const contentId = (await assetsOf(by, executionId))[0]?.id ?? 0;
  expect((await contentItemOf(by, contentId)).title).toContain('Northwind Shield Anew');
  const publish = () =>
    by.request('POST /content-workflow/kanban/{contentId}/status', {
      params: { contentId },
      body: { status: 'published' },
    });
  expectError(await publish(), 'CONFLICT');
  const approved = await request('POST /content-workflow/content-items/{id}/approve', {
    key,
    params: { id: contentId },
    body: {},
  });
  expect(approved.status).toBe(200);
  expect((await publish()).status).toBe(200);
  expect(await contentItemOf(by, contentId)).toMatchObject({ kanban_status: 'published', approved: true });
});
