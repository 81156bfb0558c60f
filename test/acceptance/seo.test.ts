import { beforeAll, describe, expect, test } from '@jest/globals';
import { acceptedSchema, cachedSchema, scoreSchema } from '../../api/seo/resource.ts';
import { expectError, type Reply, type RouteName, read, send } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { messageOf, startReceiver } from '../environment/receiver.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker } from '../environment/sandbox-ai.ts';
import { addListingFault, changeListing, createListing, pageRequests } from '../environment/sandbox-marketplace.ts';
import { ageJob, ageResult, analyze, newListingId, type SeoJob, seoJobEnded, seoJobOf } from '../environment/seo.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createWebhook } from '../environment/webhooks.ts';

const SCORE: RouteName = 'GET /marketplace/listings/{listingId}/seo-score';
const ANALYZE: RouteName = 'POST /marketplace/seo-score/analyze';
const STATUS: RouteName = 'GET /marketplace/seo-score/status/{id}';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PRICE = 5;
/** Sandbox listings, each with a different fault. */
const TROUBLED = {
  large: 'prod-a9wdz3qbt7ecn',
  failing: 'prod-g5hxu2nfk8syp',
  empty: 'prod-r7cte4jzv9mwb',
  toMetadata: 'prod-n3qkd6yhw8xga',
  toPrivate: 'prod-p8vfj5rsc2tmz',
};

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

type Query = Record<string, string | boolean>;

const score = (listingId: string, query: Query = {}, from = partner) =>
  from.request(SCORE, { params: { listingId }, query });
const sync = (listing_url: string, more: object = {}, from = partner) =>
  from.request(ANALYZE, { body: { listing_url, sync: true, ...more } });

function accepted(reply: Reply): number {
  expect(reply.status).toBe(202);
  return read(reply, acceptedSchema).id;
}

/** A listing that has been scored, with the data of the score. */
async function scored(query: Query = {}, from = partner): Promise<{ id: string; data: NonNullable<SeoJob['data']> }> {
  const id = await createListing();
  const { status, data } = await seoJobEnded(from, accepted(await score(id, query, from)));
  if (status !== 'completed' || !data) throw new Error('The listing was not scored.');
  return { id, data };
}

describe(SCORE, () => {
  test('starts an analysis when there is no score, and gives the score when there is one', async () => {
    const id = await createListing();
    const first = await score(id);
    expect(first.status).toBe(202);
    expect(first.body).toEqual({
      success: true,
      id: expect.any(Number),
      status: 'pending',
      message: expect.any(String),
    });
    const job = await seoJobEnded(partner, accepted(first));
    const second = await score(id);
    expect({ status: second.status, body: second.body }).toEqual({
      status: 200,
      body: { success: true, data: job.data, cached: true, status: 'completed' },
    });
    const { data } = read(second, cachedSchema);
    expect(data).toMatchObject({ listing_id: id, analyzed_at: expect.stringMatching(DATETIME), rubric_version: '1.1' });
    expect(data).not.toHaveProperty('content_analysis');
    const weighted = data.breakdown.title * 20 + data.breakdown.description * 30 + data.breakdown.highlights * 20;
    const rest = data.breakdown.keywords * 15 + data.breakdown.images * 15;
    expect(Math.abs(data.overall_score - (weighted + rest) / 100)).toBeLessThanOrEqual(1);
    for (const { earned, possible, fix } of data.recommendations) {
      expect(earned).toBeLessThan(possible);
      expect(fix).not.toBe('');
    }
    expect(await pageRequests(id)).toHaveLength(1);
  });

  test('gives the same numbers for the same listing, to everybody and however it is read', async () => {
    const { id, data } = await scored();
    const again = await seoJobEnded(partner, accepted(await score(id, { refresh: true })));
    const realtime = await seoJobEnded(other, accepted(await score(id, { use_realtime_data: true }, other)));
    for (const job of [again, realtime]) {
      expect({ ...job.data, analyzed_at: null }).toEqual({ ...data, analyzed_at: null });
    }
    expect((await pageRequests(id)).map(({ if_none_match: tag }) => tag !== null)).toEqual([false, true, false]);
  });

  test('is from the cache for 24 hours', async () => {
    const id = await createListing();
    const job = accepted(await score(id));
    await seoJobEnded(partner, job);
    await ageResult(job, 23.99);
    expect((await score(id)).status).toBe(200);
    await ageResult(job, 0.01);
    expect(accepted(await score(id))).not.toBe(job);
  });

  test('is of the partner, category, keyword and flags that were asked for', async () => {
    const { id } = await scored();
    const asked = [
      score(id, { category: 'storage' }),
      score(id, { brand_keyword: 'Fabrikam' }),
      score(id, { use_realtime_data: true }),
      score(id, { include_content_analysis: true }),
      score(id, { refresh: true }),
      score(id, {}, other),
    ];
    const jobs = (await Promise.all(asked)).map(accepted);
    expect(new Set(jobs).size).toBe(asked.length);
    expect((await score(id, { category: 'default', refresh: '0', brand_keyword: ' ' })).status).toBe(200);
  });

  test('of requests that race has one job', async () => {
    const id = await createListing();
    await addListingFault({ kind: 'delay', listing: id, delay_ms: 1_000, times: 1 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        partner.request(SCORE, { params: { listingId: id }, process: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    const jobs = new Set(replies.map(accepted));
    expect(jobs.size).toBe(1);
    expect(await analyze(partner, id)).toBe([...jobs][0]);
    await seoJobEnded(partner, [...jobs][0] ?? 0);
    expect(await pageRequests(id)).toHaveLength(1);
  });

  test.each([
    'short',
    'prod 4ydbgyt6kkgxk',
    'x'.repeat(256),
    'prod-4ydbgyt6kkgxk?',
    'prod.4ydbgyt6kkgxk',
    'prod-ümlaut-1234',
  ])('refuses %j as an id', async (listingId) => {
    expect(Object.keys(expectError(await score(listingId), 'VALIDATION_ERROR'))).toEqual(['listingId']);
  });

  test('names all that is wrong at once', async () => {
    const query = {
      refresh: 'yes',
      category: 'x'.repeat(65),
      brand_keyword: 'x'.repeat(101),
      use_realtime_data: '2',
      include_content_analysis: 'on',
    };
    const details = expectError(await score('short', query), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual([...Object.keys(query), 'listingId'].sort());
    expect(Object.keys(expectError(await score(newListingId(), query), 'VALIDATION_ERROR')).sort()).toEqual(
      Object.keys(query).sort(),
    );
  });
});

describe(ANALYZE, () => {
  test('always makes a job, whatever the cache has', async () => {
    const { id } = await scored();
    const job = await analyze(partner, id);
    expect(await seoJobEnded(partner, job)).toMatchObject({ id: job, status: 'completed', data: { listing_id: id } });
    expect(await pageRequests(id)).toHaveLength(2);
  });

  test('takes URLs of the marketplace, parts of their paths, and ids', async () => {
    const id = await createListing();
    await addListingFault({ kind: 'delay', listing: id, delay_ms: 1_000, times: 1 });
    const job = await analyze(partner, id);
    const { marketplaceUrl } = runningStack();
    for (const reference of [
      `${marketplaceUrl}/marketplace/pp/${id}`,
      `${marketplaceUrl}/marketplace/pp/${id}/?ref=mail#top`,
      `/marketplace/pp/${id}`,
      `pp/${id}`,
      `  ${id} `,
    ]) {
      expect(await analyze(partner, reference)).toBe(job);
    }
    await seoJobEnded(partner, job);
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ' '],
    ['a number', 7],
    ['a short id', '0123456789'],
    ['another host', 'https://example.com/marketplace/pp/prod-4ydbgyt6kkgxk'],
    ['another port', 'http://127.0.0.1:1/marketplace/pp/prod-4ydbgyt6kkgxk'],
    ['an address within', 'http://169.254.169.254/marketplace/pp/prod-4ydbgyt6kkgxk'],
    ['another scheme', 'file:///marketplace/pp/prod-4ydbgyt6kkgxk'],
    ['a URL with credentials', 'http://user:secret@127.0.0.1/marketplace/pp/prod-4ydbgyt6kkgxk'],
    ['a URL without a listing', '/marketplace/pp/'],
    ['more than 2048 characters', `/${'x/'.repeat(1_024)}prod-4ydbgyt6kkgxk`],
  ])('refuses %s', async (_what, listing_url) => {
    const details = expectError(await partner.request(ANALYZE, { body: { listing_url } }), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual(['listing_url']);
  });

  test('names all that is wrong at once', async () => {
    const body = {
      listing_url: 'short',
      category_code: 'x'.repeat(65),
      brand_keyword: 7,
      partner_domain: 'not a domain',
      use_realtime_data: 'true',
      include_content_analysis: 1,
      sync: 'yes',
    };
    const details = expectError(await partner.request(ANALYZE, { body }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(Object.keys(body).sort());
  });

  test('answers within the request when asked to, past the cache', async () => {
    const { id, data } = await scored();
    const reply = await sync(id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      id: expect.any(Number),
      data: { ...data, analyzed_at: expect.stringMatching(DATETIME) },
      cached: false,
      status: 'completed',
    });
    expect(await pageRequests(id)).toHaveLength(2);
  });

  test('joins the open analysis when asked to answer within the request', async () => {
    const id = await createListing();
    await addListingFault({ kind: 'delay', listing: id, delay_ms: 1_000, times: 1 });
    const job = await analyze(partner, id);
    const replies = await Promise.all([sync(id), sync(id)]);
    for (const reply of replies) expect(reply.body).toMatchObject({ id: job, status: 'completed' });
    expect(await pageRequests(id)).toHaveLength(1);
  });

  test('answers with the failure, as a success', async () => {
    const reply = await sync(newListingId());
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      id: expect.any(Number),
      status: 'failed',
      error: expect.stringContaining('no listing'),
    });
  });

  test('takes keyword, domain and category into account', async () => {
    const id = await createListing();
    const body = {
      category_code: 'Storage',
      brand_keyword: 'Fabrikam',
      partner_domain: 'https://www.fabrikam.example',
    };
    expect((await sync(id, body)).body).toMatchObject({ status: 'completed' });
  });

  test('is answered again for an Idempotency-Key', async () => {
    const body = { listing_url: await createListing() };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await partner.request(ANALYZE, { body, headers });
    await seoJobEnded(partner, accepted(first));
    const again = await partner.request(ANALYZE, { body, headers, process: 1 });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect({ status: again.status, body: again.body }).toEqual({ status: 202, body: first.body });
    expect(await pageRequests(body.listing_url)).toHaveLength(1);
  });
});

describe(STATUS, () => {
  test('shows a completed analysis with its times', async () => {
    const id = await createListing();
    const job = await seoJobEnded(partner, await analyze(partner, id));
    expect(job).toEqual({
      success: true,
      id: job.id,
      status: 'completed',
      started_at: expect.stringMatching(DATETIME),
      completed_at: expect.stringMatching(DATETIME),
      data: expect.objectContaining({ listing_id: id, analyzed_at: job.completed_at }),
    });
  });

  test('shows the last result as stale while a new analysis is under way', async () => {
    const id = await createListing();
    const last = await analyze(partner, id);
    const { data } = await seoJobEnded(partner, last);
    await ageResult(last, 30);
    await addListingFault({ kind: 'delay', listing: id, delay_ms: 3_000, times: 1 });
    const job = accepted(await score(id));
    const during = await waitUntil(
      'the analysis to be processed',
      () => seoJobOf(partner, job),
      ({ status }) => status === 'processing',
    );
    expect(during).toMatchObject({
      success: true,
      id: job,
      completed_at: null,
      data: { ...data, analyzed_at: expect.any(String) },
      stale: true,
      stale_age_hours: expect.closeTo(30, 1),
      message: expect.any(String),
      confidence: 'cached',
    });
    const after = await seoJobEnded(partner, job);
    expect(after).not.toHaveProperty('stale');
    expect(after.data?.analyzed_at).toBe(after.completed_at);
  });

  test('leaves an analysis to the worker that is at it', async () => {
    const id = await createListing();
    await addListingFault({ kind: 'delay', listing: id, delay_ms: 2_000, times: 1 });
    const job = await analyze(partner, id);
    await waitUntil(
      'the analysis to be processed',
      () => seoJobOf(partner, job),
      ({ status }) => status === 'processing',
    );
    await ageJob(job, 60);
    const seen = await Promise.all(Array.from({ length: 10 }, () => seoJobOf(partner, job)));
    for (const each of seen) expect(each).toMatchObject({ status: 'processing', data: null });
    expect(await seoJobEnded(partner, job)).toMatchObject({ status: 'completed' });
    expect(await pageRequests(id)).toHaveLength(1);
  });

  test('is for the own analyses only', async () => {
    const job = await analyze(partner, await createListing());
    expectError(await other.request(STATUS, { params: { id: job } }), 'FORBIDDEN');
    expectError(await partner.request(STATUS, { params: { id: 999_999_999 } }), 'NOT_FOUND');
    await seoJobEnded(partner, job);
  });
});

describe('a listing that cannot be read', () => {
  const fault = async (settings: { kind: 'status' | 'drop' | 'hang'; status?: number }) => {
    const listing = await createListing();
    await addListingFault({ ...settings, listing });
    return listing;
  };

  /** The outcome of an analysis and its duration in milliseconds. */
  const analysed = async (listing: string) => {
    const started = performance.now();
    const job = await seoJobEnded(partner, await analyze(partner, listing));
    return { job, tookMs: performance.now() - started };
  };
  /** Starts before the others, since it takes 10 s. */
  let silent: ReturnType<typeof analysed>;
  beforeAll(async () => {
    silent = analysed(await fault({ kind: 'hang' }));
  });

  test.each<[string, () => Promise<string> | typeof silent, RegExp]>([
    ['there is none', async () => newListingId(), /^The marketplace has no listing with this id\.$/],
    ['it answers 500', async () => TROUBLED.failing, /^The marketplace answered with an error \(500\)\.$/],
    ['it answers 429', () => fault({ kind: 'status', status: 429 }), /asks for fewer requests/],
    ['it answers 403', () => fault({ kind: 'status', status: 403 }), /does not show this listing \(403\)/],
    ['the page breaks off', () => fault({ kind: 'drop' }), /ended before the page was complete/],
    ['the page has 50 MB', async () => TROUBLED.large, /large/],
    ['the page shows none', async () => TROUBLED.empty, /shows no listing/],
    [
      'it redirects to a private address',
      async () => TROUBLED.toPrivate,
      /moved to an address that must not be called/,
    ],
    [
      'it redirects to a metadata service',
      async () => TROUBLED.toMetadata,
      /moved to an address that must not be called/,
    ],
    ['it does not answer', () => silent, /did not answer within 10 seconds/],
  ])('fails its analysis in time, with a sentence: %s', async (_what, listing, sentence) => {
    const found = await listing();
    const { job, tookMs } = typeof found === 'string' ? await analysed(found) : found;
    expect(tookMs).toBeLessThan(15_000);
    expect(job).toEqual({
      success: true,
      id: job.id,
      status: 'failed',
      started_at: expect.stringMatching(DATETIME),
      completed_at: expect.stringMatching(DATETIME),
      data: null,
      error: expect.stringMatching(sentence),
    });
  });

  test('is tried anew by the next request', async () => {
    const listing = await createListing();
    await addListingFault({ kind: 'status', listing, times: 1 });
    expect(await seoJobEnded(partner, accepted(await score(listing)))).toMatchObject({ status: 'failed' });
    expect(await seoJobEnded(partner, accepted(await score(listing)))).toMatchObject({ status: 'completed' });
  });
});

describe('content analysis', () => {
  const CONTENT = { include_content_analysis: true };

  test('comes with a comment of the AI, which is paid once and then cached', async () => {
    const payer = await createPartner({ credits: 2 * PRICE });
    const { id, data } = await scored(CONTENT, payer);
    expect(data.content_analysis).toMatchObject({
      readability: { flesch_reading_ease: expect.any(Number) },
      keyphrases: expect.arrayContaining([expect.objectContaining({ phrase: expect.any(String) })]),
      ai_comment: expect.stringMatching(/\w+ \w+/),
      ai_comment_reason: null,
    });
    expect((await score(id, CONTENT, payer)).body).toMatchObject({ cached: true, data });
    const { credits, by_capability } = await usageOf(payer);
    expect(credits).toMatchObject({ balance: PRICE, held: 0 });
    expect(by_capability).toEqual([{ slug: 'seo_analysis', credits: PRICE }]);
  });

  test('goes without the comment, and costs nothing, when the AI fails', async () => {
    const payer = await createPartner({ credits: PRICE });
    const word = marker();
    await addFault({ kind: 'error', match: word });
    const id = await createListing({ title: `Backup for ${word}` });
    const job = await seoJobEnded(payer, await analyze(payer, id, CONTENT));
    expect(job.data?.content_analysis).toMatchObject({
      words: expect.any(Number),
      ai_comment: null,
      ai_comment_reason: expect.stringContaining('not charged'),
    });
    expect((await usageOf(payer)).credits).toMatchObject({ balance: PRICE, held: 0 });
  });

  test('costs nothing when the listing cannot be read', async () => {
    const payer = await createPartner({ credits: PRICE });
    expect(await seoJobEnded(payer, await analyze(payer, newListingId(), CONTENT))).toMatchObject({ status: 'failed' });
    expect((await usageOf(payer)).credits).toMatchObject({ balance: PRICE, held: 0 });
  });

  test('needs credits, which a plain score does not', async () => {
    const poor = await createPartner({ credits: PRICE - 1 });
    const id = await createListing();
    expectError(await score(id, CONTENT, poor), 'NO_CREDITS');
    const details = expectError(await sync(id, CONTENT, poor), 'NO_CREDITS');
    expect(Object.keys(details).sort()).toEqual(['available', 'required']);
    expect((await sync(id, {}, poor)).status).toBe(200);
  });

  test('counts towards the daily cap of the key', async () => {
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: PRICE - 1 }));
    expectError(await score(await createListing(), CONTENT, capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
  });

  test('costs nothing with a sandbox key, whose scores are marked and apart', async () => {
    const poor = await createPartner({ credits: 0 });
    const sandbox = partnerWith(poor.id, await createKey(poor.id, { sandbox: true }));
    const { id, data } = await scored(CONTENT, sandbox);
    expect(data).toMatchObject({ sandbox: true, content_analysis: { ai_comment: expect.any(String) } });
    expectError(await score(id, CONTENT, poor), 'NO_CREDITS');
  });
});

test('HEAD, which must change nothing, is not served where GET may start work', async () => {
  const listing = await createListing();
  const job = await analyze(partner, await createListing());
  for (const path of [`/marketplace/listings/${listing}/seo-score`, `/marketplace/seo-score/status/${job}`]) {
    const reply = await send('HEAD', `/api/v1${path}`, { key: partner.key.text });
    expect({ status: reply.status, allow: reply.headers.get('Allow') }).toEqual({ status: 405, allow: 'GET, OPTIONS' });
  }
  expect(await pageRequests(listing)).toHaveLength(0);
  await seoJobEnded(partner, job);
});

test('fields come in the documented order, whatever the database does with them', async () => {
  const { data } = await scored({ include_content_analysis: true }, await createPartner({ credits: PRICE }));
  const shape = scoreSchema.shape;
  expect(Object.keys(data)).toEqual(Object.keys(shape).filter((field) => field in data));
  expect(Object.keys(data.breakdown)).toEqual(Object.keys(shape.breakdown.shape));
  expect(Object.keys(data.recommendations[0] ?? {})).toEqual(Object.keys(shape.recommendations.element.shape));
  const analysis = shape.content_analysis.unwrap();
  expect(Object.keys(data.content_analysis ?? {})).toEqual(Object.keys(analysis.shape));
  expect(Object.keys(data.content_analysis?.readability ?? {})).toEqual(
    Object.keys(analysis.shape.readability.unwrap().shape),
  );
});

test('null is as good as left out, for every field but the listing', async () => {
  const listing_url = await createListing();
  await addListingFault({ kind: 'delay', listing: listing_url, delay_ms: 1_000, times: 1 });
  const fields = [
    'category_code',
    'brand_keyword',
    'partner_domain',
    'use_realtime_data',
    'include_content_analysis',
    'sync',
  ];
  const nulls = Object.fromEntries(fields.map((field) => [field, null]));
  expect(await analyze(partner, listing_url, nulls)).toBe(await analyze(partner, listing_url));
});

test.each(['192.0.2.1', 'https://[2001:db8::1]/'])('%s is no domain of a partner', async (partner_domain) => {
  const reply = await partner.request(ANALYZE, { body: { listing_url: newListingId(), partner_domain } });
  expect(expectError(reply, 'VALIDATION_ERROR')).toEqual({ partner_domain: ['Must be a domain such as example.com.'] });
});

test('a key needs the capability, for cached scores too', async () => {
  const { id } = await scored();
  const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
  expectError(await score(id, {}, scoped), 'CAPABILITY_NOT_ALLOWED');
  expectError(await score('short', {}, scoped), 'CAPABILITY_NOT_ALLOWED');
  expectError(await sync(id, {}, scoped), 'CAPABILITY_NOT_ALLOWED');
  const job = await analyze(partner, id);
  expectError(await scoped.request(STATUS, { params: { id: job } }), 'CAPABILITY_NOT_ALLOWED');
  await seoJobEnded(partner, job);
});

describe('events', () => {
  test('notify partners that have had a listing scored of its changes', async () => {
    await using receiver = await startReceiver();
    const watcher = await createPartner();
    const events = ['listing.created', 'listing.updated', 'listing.published', 'listing.failed'];
    await createWebhook(watcher, { url: receiver.url, events });
    const listingEvents = async (count: number) => {
      await waitUntil(
        `${count} events`,
        async () => receiver.received.length,
        (got) => got >= count,
      );
      return receiver.received.map(messageOf).map(({ type, data }) => ({ type, data }));
    };
    const listing_id = await createListing({ published_at: null });
    const provider = new URL(runningStack().marketplaceUrl ?? '').host;

    await sync(listing_id, {}, watcher);
    expect(await listingEvents(1)).toEqual([
      { type: 'listing.created', data: { listing_id, provider, status: 'unpublished' } },
    ]);
    await changeListing(listing_id, { title: 'Fabrikam Archive for Small Teams', keywords: [] });
    await sync(listing_id, {}, other);
    await sync(listing_id, {}, watcher);
    expect((await listingEvents(2)).at(-1)).toEqual({
      type: 'listing.updated',
      data: { listing_id, changes: ['title', 'keywords'] },
    });
    await changeListing(listing_id, { published_at: '2026-03-02T09:30:00Z' });
    await sync(listing_id, {}, watcher);
    expect((await listingEvents(3)).at(-1)).toEqual({
      type: 'listing.published',
      data: { listing_id, published_at: '2026-03-02T09:30:00.000Z' },
    });
    await addListingFault({ kind: 'status', listing: listing_id });
    await sync(listing_id, {}, watcher);
    expect((await listingEvents(4)).at(-1)).toEqual({
      type: 'listing.failed',
      data: { listing_id, error: 'The marketplace answered with an error (503).' },
    });
  });
});
