import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createAi } from '../../infra/ai/openai.ts';
import { createMarketplace } from '../../infra/marketplace/marketplace.ts';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import { type Shop, startShop } from '../../test/environment/marketplace.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { callOf, codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits } from '../credits/ledger.ts';
import { readAccount } from '../credits/store.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import { createUser } from '../users/operations/create-user.ts';
import { getRescoring, getSeoJob } from './operations/reads.ts';
import { requestAnalysis } from './operations/request-analysis.ts';
import { requestScore } from './operations/request-score.ts';
import { updateRescoring } from './operations/update-rescoring.ts';
import { MAX_ATTEMPTS } from './rules.ts';
import { failAnalysis } from './steps/housekeeping.ts';
import { runAnalysis } from './steps/run-analysis.ts';
import { startDueAnalyses } from './steps/start-due.ts';
import { claimJob, findJob } from './store.ts';
import type { SeoJobRow, SeoResult } from './table.ts';

jest.setTimeout(60_000);

const NOON = new Date('2026-05-10T12:00:00Z');
const PRICE = 5;

let service: TestService;
let sandboxAi: SandboxAi;
let shop: Shop;
let partner: Partner;
let call: Call;
/** A different one for each test, because what is known of a listing is shared. */
let listing: string;

beforeAll(async () => {
  [service, sandboxAi] = await Promise.all([startTestService(), startSandboxAi({ port: 0 })]);
  const provider = { baseUrl: `${sandboxAi.url}/v1`, apiKey: 'test', model: 'marketwright-sandbox' };
  service.deps.ai = createAi({ provider, sandbox: provider, timeoutMs: 10_000 });
});
beforeEach(async () => {
  listing = `prod-${crypto.randomUUID()}`;
  shop = await startShop();
  service.deps.marketplace = shop.marketplace;
  ({ partner, call } = await service.createCaller());
});
afterEach(async () => {
  service.setClock(undefined);
  jest.restoreAllMocks();
  await setFaults([]);
  await shop[Symbol.asyncDispose]();
});
afterAll(async () => {
  await service.stop();
  await sandboxAi.close();
});

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

async function setFaults(faults: object[]): Promise<void> {
  const response = await fetch(`${sandboxAi.url}/__sandbox/faults`, {
    method: 'PUT',
    body: JSON.stringify({ faults }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function analyze(input: object = {}, by = call): Promise<SeoJobRow> {
  return (await service.run(by, requestAnalysis, { input: { listing_url: listing, ...input } })).job;
}

function score(query: object = {}, by = call) {
  return service.run(by, requestScore, { params: { listingId: listing }, input: query });
}

const poll = (id: number, by = call) => service.run(by, getSeoJob, { params: { id: id } });
/** Fails the job as the reconciler does. */
async function lose(id: number): Promise<boolean> {
  const [row] = await service.dataSource.query('SELECT row_key FROM seo_job WHERE id = $1', [id]);
  return perform(service.deps, failAnalysis, { jobId: id, rowKey: row.row_key, reason: 'lost' });
}
const run = (jobId: number) => perform(service.deps, runAnalysis, { jobId });

async function jobOf(id: number): Promise<SeoJobRow> {
  const job = await findJob(service.deps.db, id);
  if (!job) throw new Error('The job is gone.');
  return job;
}

/** Runs an analysis of a listing to completion. */
async function analyzed(input: object = {}, by = call): Promise<SeoJobRow> {
  const { id } = await analyze(input, by);
  await run(id);
  return jobOf(id);
}

async function grant(amount: number): Promise<void> {
  await service.deps.transaction(service.admin, (tx) =>
    grantCredits(tx, { partnerId: partner.id, kind: 'grant', amount, reference: `grant-${amount}`, reason: null }),
  );
}

async function account(): Promise<{ balance: number; held: number }> {
  const { balance, held } = await readAccount(service.deps.db, partner.id);
  return { balance, held };
}

/** Events of the partner, oldest first. */
async function events(of = partner): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return service.deps.db.query('SELECT type, data FROM platform_event WHERE partner_id = $1 ORDER BY id', [of.id]);
}

async function commands(jobId: number): Promise<number> {
  const [row] = await service.deps.db.query(
    `SELECT count(*)::int AS n FROM outbox WHERE kind = 'seo.start' AND (command->>'jobId')::bigint = $1`,
    [jobId],
  );
  return row.n;
}

describe('requests for the same analysis', () => {
  test('share the open job, however many come at once', async () => {
    const jobs = await Promise.all(times(30, () => analyze()));
    const ids = new Set(jobs.map((job) => job.id));
    expect(ids.size).toBe(1);
    expect(jobs[0]).toMatchObject({ status: 'pending', attempts: 0, category: 'default', brand_keyword: '' });
    const [id] = ids;
    expect(await commands(id ?? 0)).toBe(1);
    expect((await score()).job.id).toBe(id);
    await run(id ?? 0);
    expect((await analyze()).id).not.toBe(id);
  });

  test('use up one number, however often they are joined', async () => {
    const first = await analyze();
    for (let again = 0; again < 3; again += 1) expect((await analyze()).id).toBe(first.id);
    expect((await analyze({ category_code: 'storage' })).id).toBe(first.id + 1);
  });

  test('are those of one partner, one key mode and one subject', async () => {
    const first = await analyze();
    const stranger = await service.createPartner();
    const others = [
      await analyze({}, (await service.createKey(stranger)).call),
      await analyze({}, (await service.createKey(partner, { sandbox: true })).call),
      await analyze({ listing_url: `${listing}x` }),
      await analyze({ category_code: 'storage' }),
      await analyze({ brand_keyword: 'Acme' }),
      await analyze({ partner_domain: 'acme.example' }),
      await analyze({ use_realtime_data: true }),
    ];
    expect(new Set([first, ...others].map((job) => job.id)).size).toBe(others.length + 1);
    const same = {
      listing_url: `/marketplace/pp/${listing}`,
      category_code: '',
      brand_keyword: '  ',
      partner_domain: null,
    };
    expect((await analyze(same)).id).toBe(first.id);
    const cased = await analyze({ partner_domain: 'https://ACME.example/about' });
    expect(cased).toMatchObject({ id: others[5]?.id, partner_domain: 'acme.example' });
  });
});

describe('a job', () => {
  test('is completed with score, times and no claim left', async () => {
    service.setClock(NOON);
    const { id } = await analyze({ brand_keyword: 'Acme' });
    service.setClock(later(NOON, 4_000));
    expect(await run(id)).toEqual({ waitMs: null, error: null });
    const job = await jobOf(id);
    expect(job).toMatchObject({
      status: 'completed',
      attempts: 1,
      started_at: later(NOON, 4_000),
      completed_at: later(NOON, 4_000),
      claim_token: null,
      error: null,
    });
    const result = job.result as SeoResult;
    expect(result.score.overall_score).toEqual(expect.any(Number));
    expect(result.content_analysis).toBeNull();
  });

  test('has the same score for the same page', async () => {
    const [first, second] = [await analyzed(), await analyzed({ use_realtime_data: true })];
    expect(second.result).toEqual(first.result);
  });

  test('is run by one of fifty concurrent workers', async () => {
    const { id } = await analyze();
    const outcomes = await Promise.all(times(50, () => run(id)));
    expect(outcomes.filter(({ waitMs }) => waitMs === null).length).toBeGreaterThanOrEqual(1);
    expect(shop.requests).toHaveLength(1);
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 1 });
    await run(id);
    expect(shop.requests).toHaveLength(1);
  });

  test('of a process that died is taken over once its claim has lapsed', async () => {
    const { id } = await analyze();
    await claimJob(service.deps.db, new Date(), { jobId: id, token: service.deps.ids.uuid() });
    const { waitMs } = await run(id);
    expect(waitMs).toBeGreaterThan(10_000);
    expect(waitMs).toBeLessThanOrEqual(15_000);
    expect(shop.requests).toHaveLength(0);
    await lapse(id);
    expect(await run(id)).toEqual({ waitMs: null, error: null });
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  test('is finished once when a process comes back whose work another has done', async () => {
    await grant(PRICE);
    const { id } = await analyze({ include_content_analysis: true });
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: asking, resolve: asked } = Promise.withResolvers<void>();
    shop.respond = async () => {
      if (shop.requests.length > 1) return undefined;
      asked();
      await hold;
      return { status: 404 };
    };
    const slow = run(id);
    await asking;
    await lapse(id);
    expect(await run(id)).toEqual({ waitMs: null, error: null });
    const done = await jobOf(id);
    letGo();
    // One that noticed the loss of its claim before the other had finished says when to look again.
    const { waitMs, error } = await slow;
    expect(waitMs ?? 0).toBeLessThanOrEqual(15_000);
    expect(error).toBeNull();
    expect(await jobOf(id)).toEqual(done);
    expect(done).toMatchObject({ status: 'completed', attempts: 2 });
    const types = (await events()).map(({ type }) => type);
    expect(types.sort()).toEqual(['credits.exhausted', 'credits.low', 'listing.created']);
    expect(await account()).toEqual({ balance: 0, held: 0 });
  });

  test('is left alone by a process that stood still for longer than its claim', async () => {
    const { id } = await analyze();
    const now = performance.now.bind(performance);
    let stoodStillMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + stoodStillMs);
    const stopped = { ...service.deps, clock: { now: () => new Date() } };
    // The clock is read once before the claim and once before the marketplace request; the suspension is in between.
    stopped.db = new Proxy(service.deps.db, {
      get(db, name) {
        if (name !== 'query') return Reflect.get(db, name);
        return (text: string, values: unknown[]) => {
          if (text.includes('listing_snapshot')) stoodStillMs = 15_000;
          return db.query(text, values);
        };
      },
    });
    expect((await perform(stopped, runAnalysis, { jobId: id })).waitMs).toBe(0);
    expect(shop.requests).toHaveLength(0);
  });

  test('is given up when it has ended its process again and again', async () => {
    const { id } = await analyze();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await claimJob(service.deps.db, new Date(), { jobId: id, token: service.deps.ids.uuid() });
      await lapse(id);
    }
    expect(await run(id)).toEqual({ waitMs: null, error: expect.stringContaining('unexpectedly') });
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('unexpectedly') });
    expect(shop.requests).toHaveLength(0);
    expect(await events()).toEqual([]);
  });

  test('can be retried at once after an unexpected error', async () => {
    const { id } = await analyze();
    const broken = {
      ...service.deps,
      marketplace: { ...shop.marketplace, fetchListing: () => Promise.reject(new Error('A bug.')) },
    };
    await expect(perform(broken, runAnalysis, { jobId: id })).rejects.toThrow('A bug.');
    expect(await jobOf(id)).toMatchObject({ status: 'processing', attempts: 1 });
    expect(await run(id)).toEqual({ waitMs: null, error: null });
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  test('ends with a claim still out when its run is stopped, and gives the credits back', async () => {
    await grant(PRICE);
    const { id } = await analyze({ include_content_analysis: true });
    await claimJob(service.deps.db, new Date(), { jobId: id, token: service.deps.ids.uuid() });
    expect(await lose(id)).toBe(true);
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('operators') });
    expect(await account()).toEqual({ balance: PRICE, held: 0 });
    expect(await lose(id)).toBe(false);
  });

  test('fails with a sentence when the marketplace is down', async () => {
    const closed = createMarketplace({
      baseUrl: 'http://127.0.0.1:9',
      allowedNetworks: ['127.0.0.0/8'],
      proxy: undefined,
    });
    service.deps.marketplace = closed;
    expect(await analyzed()).toMatchObject({ status: 'failed', error: 'The marketplace could not be reached.' });
    await closed.close();
  });

  test.each<[string, Shop['respond'], RegExp]>([
    ['is missing', () => ({ status: 404 }), /has no listing with this id/],
    ['answers with an error', () => ({ status: 503 }), /answered with an error/],
    ['shows no listing', () => ({ status: 200, body: '<html></html>' }), /shows no listing/],
    [
      'leads to a private address',
      () => ({ status: 302, headers: { location: 'http://10.0.0.7/' } }),
      /must not be called/,
    ],
  ])('fails with a sentence when the page %s', async (_what, respond, sentence) => {
    shop.respond = respond;
    const job = await analyzed();
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence), result: null });
    expect(job.started_at).not.toBeNull();
    expect(job.completed_at).not.toBeNull();
    expect(await events()).toEqual([{ type: 'listing.failed', data: { listing_id: listing, error: job.error } }]);
  });
});

describe('the cache', () => {
  test('gives a score again for 24 hours, and no longer', async () => {
    service.setClock(NOON);
    const { job } = await score();
    await run(job.id);
    service.setClock(later(NOON, 24 * 3_600_000 - 1));
    expect(await score()).toMatchObject({ kind: 'cached', job: { id: job.id } });
    expect(await score({ refresh: true })).toMatchObject({ kind: 'accepted' });
    service.setClock(later(NOON, 24 * 3_600_000));
    expect(await score()).toMatchObject({ kind: 'accepted' });
  });

  test('is that of the subject', async () => {
    await analyzed();
    expect((await score()).kind).toBe('cached');
    expect((await score({}, (await service.createCaller()).call)).kind).toBe('accepted');
    for (const query of [{ category: 'storage' }, { brand_keyword: 'Acme' }, { use_realtime_data: true }]) {
      expect((await score(query)).kind).toBe('accepted');
    }
  });

  test('holds no failures', async () => {
    shop.respond = () => ({ status: 500 });
    await analyzed();
    expect((await score()).kind).toBe('accepted');
  });

  test('gives the last result as stale while a new one is made, with its age', async () => {
    service.setClock(NOON);
    const last = await analyzed();
    service.setClock(later(NOON, 25.5 * 3_600_000));
    const { id } = await analyze();
    expect(await poll(id)).toMatchObject({
      job: { id, status: 'pending' },
      stale: { job: { id: last.id }, ageHours: 25.5 },
    });
    await claimJob(service.deps.db, service.deps.clock.now(), { jobId: id, token: service.deps.ids.uuid() });
    expect(await poll(id)).toMatchObject({ job: { status: 'processing' }, stale: { ageHours: 25.5 } });
    await lapse(id);
    await run(id);
    expect(await poll(id)).toMatchObject({ job: { status: 'completed' }, stale: null });
  });
});

describe('a poll', () => {
  test('leaves a job of 15 seconds alone and finishes an older one', async () => {
    service.setClock(NOON);
    const { id } = await analyze();
    service.setClock(later(NOON, 14_999));
    expect(await poll(id)).toEqual({ job: expect.objectContaining({ status: 'pending' }), stale: null });
    expect(shop.requests).toHaveLength(0);
    service.setClock(later(NOON, 15_000));
    expect(await poll(id)).toMatchObject({ job: { status: 'completed', attempts: 1 } });
  });

  test('is one of fifty that finish an old job; the others see it processed or ended', async () => {
    service.setClock(NOON);
    const { id } = await analyze();
    service.setClock(later(NOON, 15_000));
    const states = await Promise.all(times(50, () => poll(id)));
    expect(shop.requests).toHaveLength(1);
    const seen = new Set(states.map(({ job }) => job.status));
    expect(seen.has('completed')).toBe(true);
    expect(['processing', 'completed']).toEqual(expect.arrayContaining([...seen]));
    expect(await jobOf(id)).toMatchObject({ attempts: 1 });
  });

  test('leaves a claimed job to its worker until the claim lapses', async () => {
    service.setClock(NOON);
    const { id } = await analyze();
    await claimJob(service.deps.db, NOON, { jobId: id, token: service.deps.ids.uuid() });
    service.setClock(later(NOON, 60_000));
    expect(await poll(id)).toMatchObject({ job: { status: 'processing' } });
    await lapse(id);
    expect(await poll(id)).toMatchObject({ job: { status: 'completed', attempts: 2 } });
  });

  test('is answered with a failure as well', async () => {
    shop.respond = () => ({ status: 404 });
    service.setClock(NOON);
    const { id } = await analyze();
    service.setClock(later(NOON, 20_000));
    expect(await poll(id)).toMatchObject({ job: { status: 'failed' }, stale: null });
  });

  test('goes on when its client leaves', async () => {
    service.setClock(NOON);
    const { id } = await analyze();
    service.setClock(later(NOON, 20_000));
    expect(await poll(id, { ...call, signal: AbortSignal.abort() })).toMatchObject({ job: { status: 'completed' } });
  });

  test('is for the own jobs only', async () => {
    const { id } = await analyze();
    const stranger = (await service.createCaller()).call;
    expect(await codeOf(poll(id, stranger))).toBe('FORBIDDEN');
    expect(await codeOf(poll(999_999_999))).toBe('NOT_FOUND');
  });
});

describe('an analysis within the request', () => {
  const sync = (input: object = {}) =>
    service.run(call, requestAnalysis, { input: { listing_url: listing, sync: true, ...input } });

  test('ignores the cache and ends', async () => {
    await analyzed();
    const answer = await sync();
    expect(answer).toMatchObject({ kind: 'ended', job: { status: 'completed' } });
    expect(shop.requests).toHaveLength(2);
  });

  test('joins the open job, and waits for who works on it', async () => {
    const { id } = await analyze();
    const [one, two] = await Promise.all([sync(), sync()]);
    expect([one.job.id, two.job.id]).toEqual([id, id]);
    expect([one.kind, two.kind]).toEqual(['ended', 'ended']);
    expect(shop.requests).toHaveLength(1);
  });

  test('answers with a failure', async () => {
    shop.respond = () => ({ status: 500 });
    expect(await sync()).toMatchObject({ kind: 'ended', job: { status: 'failed' } });
  });
});

describe('the listing', () => {
  test('is asked for with the tag of the last page, and without one past every cache', async () => {
    await analyzed();
    const { result } = await analyzed();
    expect(await analyzed({ use_realtime_data: true })).toMatchObject({ result });
    expect(shop.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      expect.any(String),
      undefined,
    ]);
    expect(shop.requests[2]?.headers['cache-control']).toBe('no-cache');
  });
});

describe('the comment of the AI', () => {
  const WITH_COMMENT = { include_content_analysis: true };
  const commented = async (input: object = {}, by = call) => {
    const { result } = await analyzed({ ...WITH_COMMENT, ...input }, by);
    return (result as SeoResult).content_analysis;
  };

  test('comes with readability and keyphrases, and is paid once', async () => {
    await grant(12);
    const { id } = await analyze(WITH_COMMENT);
    expect(await account()).toEqual({ balance: 12, held: PRICE });
    await analyze(WITH_COMMENT);
    expect(await account()).toEqual({ balance: 12, held: PRICE });
    await run(id);
    expect(((await jobOf(id)).result as SeoResult).content_analysis).toMatchObject({
      ai_comment: expect.stringMatching(/\w+ \w+/),
      ai_comment_reason: null,
      words: expect.any(Number),
    });
    expect(await account()).toEqual({ balance: 12 - PRICE, held: 0 });
    expect((await score({ include_content_analysis: true })).kind).toBe('cached');
    expect(await account()).toEqual({ balance: 12 - PRICE, held: 0 });
  });

  test.each([
    [{ kind: 'error', status: 503 }, 'The AI provider could not be reached, or failed.'],
    [{ kind: 'error', status: 429 }, 'The AI provider takes no more requests for the moment.'],
    [{ kind: 'error', status: 401 }, 'The AI provider does not take requests of this service as it is set up.'],
    [{ kind: 'refuse' }, 'The AI provider refused to comment on this listing.'],
    [{ kind: 'cut_off' }, "The AI provider's comment broke off."],
  ])('is left out, and not charged, when the provider fails: %j', async (fault, reason) => {
    await setFaults([fault]);
    await grant(PRICE);
    expect(await commented()).toMatchObject({
      ai_comment: null,
      ai_comment_reason: `${reason} The comment was not charged.`,
    });
    expect(await account()).toEqual({ balance: PRICE, held: 0 });
  });

  test('is tried again by the next request after it has failed', async () => {
    await setFaults([{ kind: 'refuse' }]);
    await grant(PRICE);
    const failed = await analyzed(WITH_COMMENT);
    await setFaults([]);
    const { kind, job } = await score({ include_content_analysis: true });
    expect(kind).toBe('accepted');
    expect(await poll(job.id)).toMatchObject({ stale: { job: { id: failed.id } } });
    await run(job.id);
    expect(await score({ include_content_analysis: true })).toMatchObject({ kind: 'cached', job: { id: job.id } });
  });

  test('that fails by a fault of ours is no failure of the provider', async () => {
    await grant(PRICE);
    const { id } = await analyze(WITH_COMMENT);
    const ai = { ...service.deps.ai, generateText: () => Promise.reject(new TypeError('A bug.')) };
    await expect(perform({ ...service.deps, ai }, runAnalysis, { jobId: id })).rejects.toThrow('A bug.');
    expect(await jobOf(id)).toMatchObject({ status: 'processing' });
  });

  test('is not charged when the listing cannot be read', async () => {
    shop.respond = () => ({ status: 404 });
    await grant(PRICE);
    expect(await analyzed(WITH_COMMENT)).toMatchObject({ status: 'failed' });
    expect(await account()).toEqual({ balance: PRICE, held: 0 });
  });

  test('needs credits; without them nothing is accepted', async () => {
    await grant(PRICE - 1);
    expect(await codeOf(analyze(WITH_COMMENT))).toBe('NO_CREDITS');
    expect(await codeOf(score({ include_content_analysis: true }))).toBe('NO_CREDITS');
    const [{ jobs }] = await service.deps.db.query('SELECT count(*)::int AS jobs FROM seo_job WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(jobs).toBe(0);
    expect(await analyze()).toMatchObject({ status: 'pending' });
  });

  test('counts towards the daily cap of the key', async () => {
    await grant(100);
    const { key } = await service.createKey(partner, { daily_credit_limit: PRICE });
    await analyze(WITH_COMMENT, callOf(key));
    expect(await codeOf(analyze({ ...WITH_COMMENT, category_code: 'b' }, callOf(key)))).toBe(
      'DAILY_CREDIT_LIMIT_EXCEEDED',
    );
  });

  test('costs nothing with a sandbox key', async () => {
    const sandbox = (await service.createKey(partner, { sandbox: true })).call;
    expect(await commented({}, sandbox)).toMatchObject({ ai_comment: expect.any(String) });
    expect(await account()).toEqual({ balance: 0, held: 0 });
  });
});

test('ends of analyses are counted once, by their outcome', async () => {
  const ends: string[] = [];
  service.deps.meters = { ...service.deps.meters, analysisEnded: (outcome) => ends.push(outcome) };
  await grant(PRICE);
  const { id } = await analyzed();
  await run(id);
  await setFaults([{ kind: 'refuse' }]);
  await analyzed({ include_content_analysis: true });
  shop.respond = () => ({ status: 404 });
  await analyzed();
  await lose((await analyze()).id);
  expect(ends).toEqual(['completed', 'completed_without_comment', 'missing', 'lost']);
});

describe('a key', () => {
  test('needs the capability, for cached scores too', async () => {
    await analyzed();
    const scoped = (await service.createKey(partner, { scoped_capabilities: ['blog_post'] })).call;
    expect(await codeOf(score({}, scoped))).toBe('CAPABILITY_NOT_ALLOWED');
    expect(await codeOf(analyze({}, scoped))).toBe('CAPABILITY_NOT_ALLOWED');
  });

  test('needs the capability for the status too, which runs nothing for others', async () => {
    service.setClock(NOON);
    const { id } = await analyze();
    service.setClock(later(NOON, 20_000));
    const scoped = (await service.createKey(partner, { scoped_capabilities: ['blog_post'] })).call;
    expect(await codeOf(poll(id, scoped))).toBe('CAPABILITY_NOT_ALLOWED');
    expect(await jobOf(id)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('of a sandbox leaves listings alone, and publishes nothing', async () => {
    await analyzed();
    const sandbox = (await service.createKey(partner, { sandbox: true })).call;
    shop.page = { ...shop.page, title: 'Acme Backup Renamed' };
    await analyzed({}, sandbox);
    shop.respond = () => ({ status: 404 });
    await analyzed({}, sandbox);
    expect((await events()).map(({ type }) => type)).toEqual(['listing.created']);
    shop.respond = () => undefined;
    await analyzed();
    expect((await events()).map(({ type }) => type)).toEqual(['listing.created', 'listing.updated']);
  });
});

describe('the schedule of a listing', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  afterEach(() => service.dataSource.query('UPDATE listing_watch SET next_rescore_at = NULL'));
  const set = (rescoring: object, by = call) =>
    service.run(by, updateRescoring, { params: { id: listing }, input: rescoring });
  const shown = () => service.run(call, getRescoring, { params: { id: listing } });
  const startDue = () => perform(service.deps, startDueAnalyses, {});
  const newest = async (): Promise<number> => {
    const [row] = await service.deps.db.query(
      `SELECT max(id)::int AS id FROM seo_job WHERE listing_id = $1 AND scheduled AND status = 'pending'`,
      [listing],
    );
    return row.id;
  };
  const latest = async (): Promise<number> => {
    const [row] = await service.deps.db.query('SELECT max(id)::int AS id FROM seo_job WHERE listing_id = $1', [
      listing,
    ]);
    return row.id;
  };
  /** Makes the listing due by the clock that is asked: the database's has microseconds, so its now is not yet here. */
  const makeDue = () =>
    service.dataSource.query('UPDATE listing_watch SET next_rescore_at = $2 WHERE listing_id = $1', [
      listing,
      service.deps.clock.now(),
    ]);
  /** Lets the listing become due, and runs what that starts. */
  const onceDue = async (): Promise<void> => {
    await makeDue();
    expect(await startDue()).toEqual({ started: 1 });
    await run(await newest());
  };

  test('spreads the next times around the interval, and starts each analysis that is due once', async () => {
    service.setClock(NOON);
    await analyzed();
    const { next_rescore_at: next } = await set({ every: 'daily', category: 'security', brand_keyword: 'Acme' });
    const wait = Number(next) - Number(NOON);
    expect(wait).toBeGreaterThanOrEqual(0.95 * DAY_MS);
    expect(wait).toBeLessThanOrEqual(1.05 * DAY_MS);
    expect(await startDue()).toEqual({ started: 0 });
    service.setClock(later(NOON, 3 * DAY_MS));
    const passes = await Promise.all([startDue(), startDue(), startDue()]);
    expect(passes.map(({ started }) => started).sort()).toEqual([0, 0, 1]);
    const id = await newest();
    expect(await commands(id)).toBe(1);
    await run(id);
    expect(await jobOf(id)).toMatchObject({
      status: 'completed',
      scheduled: true,
      category: 'security',
      brand_keyword: 'Acme',
      include_content_analysis: false,
    });
    // What was missed meanwhile is not caught up on.
    expect(Number((await shown()).next_rescore_at) - Number(service.deps.clock.now())).toBeGreaterThan(0.9 * DAY_MS);
    expect(await account()).toEqual({ balance: 0, held: 0 });
  });

  test('a listing that fails is tried again in an hour, and leaves its turn to the others', async () => {
    service.setClock(NOON);
    await analyzed();
    await set({ every: 'daily' });
    await makeDue();
    const refused = { table: 'seo_job', when: `NEW.listing_id = '${listing}'` };
    await refusingRows(service.dataSource, refused, () => expect(startDue()).rejects.toThrow(AggregateError));
    const wait = Number((await shown()).next_rescore_at) - Number(NOON);
    expect(Math.abs(wait - HOUR_MS)).toBeLessThanOrEqual(0.05 * HOUR_MS);
    expect(await startDue()).toEqual({ started: 0 });
    service.setClock(later(NOON, 2 * HOUR_MS));
    expect(await startDue()).toEqual({ started: 1 });
  });

  test('publishes a score that has changed once, and none by another keyword', async () => {
    await analyzed();
    await set({ every: 'weekly' });
    await onceDue();
    const changed = async () => (await events()).filter(({ type }) => type === 'listing.score_changed');
    expect(await changed()).toEqual([]);
    shop.page = { ...shop.page, title: 'x' };
    await analyzed({ brand_keyword: 'Contoso' });
    expect(await changed()).toEqual([]);
    await onceDue();
    const after = (await jobOf(await latest())).result?.score;
    expect(await changed()).toEqual([
      {
        type: 'listing.score_changed',
        data: expect.objectContaining({
          listing_id: listing,
          name: 'x',
          url: `${shop.baseUrl}/marketplace/pp/${listing}`,
          score: after?.overall_score,
          grade: after?.grade,
          score_before: expect.any(Number),
        }),
      },
    ]);
    await Promise.all([analyzed(), analyzed({ include_content_analysis: false, use_realtime_data: true })]);
    expect(await changed()).toHaveLength(1);
  });

  test('is not that of a sandbox key', async () => {
    await analyzed();
    await set({ every: 'daily' });
    const simulated = (await service.createKey(partner, { sandbox: true })).call;
    expect(await codeOf(set({ every: 'off' }, simulated))).toBe('FORBIDDEN');
    expect(await shown()).toMatchObject({ rescore_every: 'daily' });
  });

  test('is paused by five failures of the listing in a row, and goes on when it is switched on again', async () => {
    await service.run(service.admin, createUser, {
      params: { partner_id: partner.id },
      input: { email: `${partner.id}@example.com`, name: 'Editor', role: 'editor', password: 'correct horse battery' },
    });
    await analyzed();
    await set({ every: 'daily' });
    const paused = async () => (await events()).filter(({ type }) => type === 'listing.rescoring_paused');
    shop.respond = () => ({ status: 404 });
    for (let failures = 1; failures <= 4; failures += 1) await onceDue();
    expect(await shown()).toMatchObject({ rescore_failures: 4, rescore_paused_at: null });
    shop.respond = () => undefined;
    await onceDue();
    expect(await shown()).toMatchObject({ rescore_failures: 0 });
    shop.respond = () => ({ status: 404 });
    for (let failures = 1; failures <= 5; failures += 1) await onceDue();
    expect(await shown()).toMatchObject({ next_rescore_at: null, rescore_paused_at: expect.any(Date) });
    expect(await paused()).toEqual([
      {
        type: 'listing.rescoring_paused',
        data: { listing_id: listing, name: shop.page.title, failures_in_a_row: 5, error: expect.any(String) },
      },
    ]);
    const notified = await service.dataSource.query(
      `SELECT kind, record_type, record_id, title, by_mail FROM notification WHERE record_id = $1`,
      [listing],
    );
    expect(notified).toEqual([
      { kind: 'rescoring_paused', record_type: 'listing', record_id: listing, title: shop.page.title, by_mail: true },
    ]);
    expect(await startDue()).toEqual({ started: 0 });
    expect(await set({ every: 'daily' })).toMatchObject({
      next_rescore_at: expect.any(Date),
      rescore_failures: 0,
      rescore_paused_at: null,
    });
    expect(await set({ every: 'off' })).toMatchObject({ next_rescore_at: null, rescore_every: 'off' });
  });

  test('tries a lost analysis again within about an hour, and blames nobody', async () => {
    await analyzed();
    await set({ every: 'weekly' });
    await makeDue();
    await startDue();
    expect(await lose(await newest())).toBe(true);
    const { next_rescore_at: next, rescore_failures } = await shown();
    expect(rescore_failures).toBe(0);
    expect(Number(next) - Date.now()).toBeLessThan(1.1 * 3_600_000);
  });

  test('of a suspended partner waits, and stops nobody else', async () => {
    await analyzed();
    await set({ every: 'weekly' });
    const other = await service.createPartner();
    await analyzed({}, (await service.createKey(other)).call);
    await set({ every: 'weekly' }, (await service.createKey(other)).call);
    await makeDue();
    await service.dataSource.query(`UPDATE partner SET status = 'suspended' WHERE id = $1`, [partner.id]);
    expect(await startDue()).toEqual({ started: 1 });
    expect(
      Number(
        (await service.run((await service.createKey(other)).call, getRescoring, { params: { id: listing } }))
          .next_rescore_at,
      ),
    ).toBeGreaterThan(Date.now());
    const [{ partner_id }] = await service.dataSource.query('SELECT partner_id FROM seo_job WHERE id = $1', [
      await newest(),
    ]);
    expect(partner_id).toBe(other.id);
    await run(await newest());
  });
});

/** As if 15 seconds had passed without a renewal. */
async function lapse(id: number): Promise<void> {
  await service.deps.db.query(
    `UPDATE seo_job SET claim_until = clock_timestamp() - interval '1 millisecond' WHERE id = $1`,
    [id],
  );
}
