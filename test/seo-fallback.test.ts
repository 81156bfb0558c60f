import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { workflowIdOf } from '../workflows/commands.ts';
import { SEO_ANALYSIS } from '../workflows/seo-analysis/contract.ts';
import { withDatabase } from './environment/database.ts';
import { type Shop, startShop } from './environment/marketplace.ts';
import { createPartner, type Partner, usageOf } from './environment/partners.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import {
  ageJob,
  analyze,
  lapseClaim,
  newListingId,
  type SeoJob,
  seoJobEnded,
  seoJobOf,
  seoJobRecord,
} from './environment/seo.ts';
import { temporalClientOf } from './environment/temporal-client.ts';
import { waitUntil } from './environment/wait-until.ts';
import { openDatabase } from './invariants/database.ts';
import { brokenInvariants } from './invariants/invariants.ts';

jest.setTimeout(240_000);

const POLLS = 50;
const COMMENT_PRICE = 5;

let shop: Shop;
let stack: Stack;
let temporal: Client;
let partner: Partner;
beforeAll(async () => {
  shop = await startShop();
  stack = await startStack({
    sandboxAiLatencyMs: 0,
    serviceEnvironment: { LOG_LEVEL: 'warn', MARKETPLACE_BASE_URL: shop.baseUrl },
  });
  publishRunningStack(stack, await stack.add('api', 'api2'));
  temporal = temporalClientOf(stack, stack.credentials.temporal_namespace);
  partner = await createPartner();
});
afterEach(async () => {
  shop.respond = () => undefined;
  shop.requests.length = 0;
});
afterAll(async () => {
  await temporal?.connection.close();
  await stack?.stop();
  await shop?.[Symbol.asyncDispose]();
});

/** Suspends the worker until the test resumes it. */
async function frozen<Result>(work: () => Promise<Result>): Promise<Result> {
  await stack.kill('worker', 'SIGSTOP');
  try {
    return await work();
  } finally {
    await stack.kill('worker', 'SIGCONT');
  }
}

/** Fifty polls at once, on both API processes. */
function polls(id: number): Promise<SeoJob[]> {
  return Promise.all(
    Array.from({ length: POLLS }, (_, index) => seoJobOf(partner, id, { process: index % 2 === 0 ? 0 : 1 })),
  );
}

/** Waits until the worker has finished a job for which nothing was left to do. */
async function runEnded(id: number): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowIdOf(SEO_ANALYSIS, id));
  const { status } = await waitUntil(
    `the run of analysis ${id} to end`,
    () => handle.describe().catch(() => ({ status: { name: 'UNSTARTED' } })),
    (run) => !['RUNNING', 'UNSTARTED'].includes(run.status.name),
    { limitMs: 90_000 },
  );
  expect(status.name).toBe('COMPLETED');
}

function eventsOf(listingId: string): Promise<string[]> {
  return withDatabase(async (client) => {
    const { rows } = await client.query(
      `SELECT type FROM platform_event WHERE data->>'listing_id' = $1 ORDER BY occurred_at, id`,
      [listingId],
    );
    return rows.map(({ type }) => type);
  });
}

const askedFor = (listingId: string) => shop.requests.filter((asked) => asked.listingId === listingId);

/** A marketplace where the first request of each listing hangs; later ones are answered at once. */
function holdFirstPage(first: Awaited<ReturnType<Shop['respond']>>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.respond = async ({ listingId }) => {
    if (askedFor(listingId).length > 1) return undefined;
    await promise;
    return first;
  };
  return resolve;
}

const pageAsked = (count: number) =>
  waitUntil(
    `page ${count}`,
    async () => shop.requests.length,
    (asked) => asked >= count,
  );

test('a stopped worker: one of fifty polls at second 15 completes the job, and the worker does not redo it', async () => {
  const listingId = newListingId();
  const { id, completed } = await frozen(async () => {
    const id = await analyze(partner, listingId);
    expect(await seoJobOf(partner, id)).toMatchObject({ status: 'pending', started_at: null, data: null });
    expect(shop.requests).toHaveLength(0);
    await ageJob(id, 15);
    const seen = await polls(id);
    const statuses = new Set(seen.map(({ status }) => status));
    expect(statuses.has('completed')).toBe(true);
    expect(['processing', 'completed']).toEqual(expect.arrayContaining([...statuses]));
    expect(shop.requests).toHaveLength(1);
    return { id, completed: await seoJobOf(partner, id) };
  });
  expect(completed).toMatchObject({ status: 'completed', data: { listing_id: listingId } });
  await runEnded(id);
  expect(shop.requests).toHaveLength(1);
  expect(await seoJobRecord(id)).toEqual({ status: 'completed', attempts: 1, claimed: false });
  expect(await seoJobOf(partner, id)).toEqual(completed);
  expect(await eventsOf(listingId)).toEqual(['listing.created']);
});

test('a worker that stops in the middle: a poll takes the job over, and what the worker brings back counts for nothing', async () => {
  const listingId = newListingId();
  const letGo = holdFirstPage({ status: 404 });
  const before = (await usageOf(partner)).credits.balance;
  const id = await analyze(partner, listingId, { include_content_analysis: true });
  await pageAsked(1);
  const completed = await frozen(async () => {
    await ageJob(id, 15);
    expect(await seoJobOf(partner, id)).toMatchObject({ status: 'processing', data: null });
    await lapseClaim(id);
    const job = await seoJobOf(partner, id);
    letGo();
    return job;
  });
  expect(completed).toMatchObject({
    status: 'completed',
    data: { content_analysis: { ai_comment: expect.any(String) } },
  });
  await runEnded(id);
  expect((await usageOf(partner)).credits).toMatchObject({ balance: before - COMMENT_PRICE, held: 0 });
  expect(shop.requests).toHaveLength(2);
  expect(await seoJobRecord(id)).toEqual({ status: 'completed', attempts: 2, claimed: false });
  expect(await seoJobOf(partner, id)).toEqual(completed);
  expect(await eventsOf(listingId)).toEqual(['listing.created']);
});

test('a killed worker: a poll completes one job, the next worker the other, and neither is done again', async () => {
  const [polled, left] = [newListingId(), newListingId()];
  holdFirstPage('hang');
  const ids = [await analyze(partner, polled), await analyze(partner, left)] as const;
  await pageAsked(2);
  await stack.kill('worker', 'SIGKILL');
  await ageJob(ids[0], 15);
  await Promise.all(ids.map(lapseClaim));
  expect(await seoJobOf(partner, ids[0])).toMatchObject({ status: 'completed' });
  await stack.ready('worker');
  await Promise.all(ids.map(runEnded));
  expect([askedFor(polled).length, askedFor(left).length]).toEqual([2, 2]);
  expect(await seoJobRecord(ids[0])).toMatchObject({ status: 'completed', attempts: 2 });
  expect(await seoJobRecord(ids[1])).toEqual({ status: 'completed', attempts: 2, claimed: false });
});

test('a stopped worker: an API process is killed at work, and a poll reports in time that a marketplace does not answer', async () => {
  holdFirstPage('hang');
  const id = await frozen(async () => {
    const [lost, silent] = [await analyze(partner, newListingId()), await analyze(partner, newListingId())];
    await Promise.all([lost, silent].map((each) => ageJob(each, 15)));
    const started = performance.now();
    const answered = seoJobOf(partner, silent);
    const poll = seoJobOf(partner, lost, { process: 1 }).catch(() => 'broken off');
    await pageAsked(2);
    await stack.kill('api2', 'SIGKILL');
    expect(await poll).toBe('broken off');
    expect(await seoJobRecord(lost)).toEqual({ status: 'processing', attempts: 1, claimed: true });
    expect(await answered).toMatchObject({
      status: 'failed',
      error: 'The marketplace did not answer within 10 seconds.',
    });
    expect(performance.now() - started).toBeLessThan(15_000);
    return lost;
  });
  // The worker claims the job once the claim of the API process has expired.
  await runEnded(id);
  expect(await seoJobRecord(id)).toEqual({ status: 'completed', attempts: 2, claimed: false });
  await stack.ready('api2');
});

test('Temporal is away: the job is accepted all the same, a poll completes it, and the late run finds it done', async () => {
  await stack.pause('temporal');
  const id = await analyze(partner, newListingId());
  await ageJob(id, 15);
  expect(await seoJobOf(partner, id)).toMatchObject({ status: 'completed' });
  await stack.start('temporal');
  await runEnded(id);
  expect(shop.requests).toHaveLength(1);
  expect(await seoJobRecord(id)).toMatchObject({ attempts: 1 });
});

test('a run that staff cancel ends its job, which then says so', async () => {
  holdFirstPage('hang');
  const id = await analyze(partner, newListingId());
  await pageAsked(1);
  await temporal.workflow.getHandle(workflowIdOf(SEO_ANALYSIS, id)).cancel();
  expect(await seoJobEnded(partner, id)).toMatchObject({ status: 'failed', error: expect.stringContaining('stopped') });
});

test('after all that, credits and jobs are as they should be', async () => {
  const database = openDatabase(stack.urls.databaseUrl ?? '');
  await waitUntil(
    'rest',
    () => brokenInvariants(database.query, { atRest: true }),
    (broken) => broken.length === 0,
  );
  await database.close();
});
