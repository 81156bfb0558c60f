import { scoreListing } from '../../domain/seo/rubric/rubric.ts';
import { sendOk } from '../../test/environment/client.ts';
import { goodListing, longDescription, NO_OPTIONS } from '../../test/environment/listings.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { load } from './load.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { runProgram, startProgram } from './program.ts';
import { comparisonOf, fairShare, median, quantile } from './statistics.ts';

const PARTNERS = 32;
const ROUND_SECONDS = 2;
const ROUNDS = 3;
const LISTINGS = 100;
/** As many pages at once as the bare loop and the queue fetch. */
const CONCURRENCY = 10;
const TEXT_CHARACTERS = 5_000;
const SCORINGS = 500;

/** Scores of listings: a cached one against a bare read, many at once against a bare loop, and the rubric alone. */
export const seo: Measurement = {
  name: 'seo',
  async run(bench) {
    const ids = await stockListings(bench);
    return [await cachedScore(bench, ids[0] ?? ''), await manyAnalyses(bench, ids), rubric(bench)];
  },
};

/** Copies of a good listing under their own ids, on the sandbox marketplace. */
async function stockListings({ stack }: Bench): Promise<string[]> {
  const control = `${stack.urls.marketplaceUrl}/__sandbox/listings`;
  const [model] = stack.credentials.listing_ids ?? [];
  const { listing } = await sendOk<{ listing: object }>(`${control}/${model}`);
  const ids = Array.from({ length: LISTINGS }, (_, index) => `prod-bench-${String(index).padStart(4, '0')}`);
  for (const id of ids) await sendOk(`${control}/${id}`, { method: 'PUT', body: listing });
  return ids;
}

async function cachedScore({ stack, database, report }: Bench, listingId: string): Promise<Result> {
  report('seo: a cached score');
  const partners = await makePartners(stack, PARTNERS);
  for (const partner of partners) await analyse({ stack }, partner, listingId, { sync: true });
  const { rows } = await database.query<{ id: number }>('SELECT id FROM seo_job ORDER BY id DESC LIMIT $1', [PARTNERS]);
  const bare = await startProgram('bare/http.ts', { databaseUrl: stack.urls.databaseUrl, table: 'seo_job' });
  const scores = partners.map(({ headers }) => ({
    url: `${stack.urls.apiOrigin}/api/v1/marketplace/listings/${listingId}/seo-score`,
    headers,
  }));
  const reads = rows.map(({ id }) => ({ url: `http://127.0.0.1:${bare.ready}/${id}` }));
  try {
    const pairs = await fairShare(
      ROUNDS,
      async () => {
        await resetLimits(database);
        return (await load({ requests: scores, durationSeconds: ROUND_SECONDS })).requestsPerSecond;
      },
      async () => (await load({ requests: reads, durationSeconds: ROUND_SECONDS })).requestsPerSecond,
    );
    return {
      name: `A cached score, ${PARTNERS} partners`,
      ours: `${Math.round(median(pairs.ours))}/s`,
      reference: `${Math.round(median(pairs.reference))}/s`,
      ...comparisonOf(pairs),
      aim: '>= 0.6',
    };
  } finally {
    await bare.stop();
  }
}

async function manyAnalyses(bench: Bench, ids: string[]): Promise<Result> {
  const { stack, database, report } = bench;
  report(`seo: ${LISTINGS} analyses at once`);
  const pairs = await fairShare(
    ROUNDS,
    async () => {
      const [partner] = await makePartners(stack, 1);
      if (!partner) throw new Error('No partner was made.');
      const startedAt = performance.now();
      await Promise.all(ids.map((id) => analyse(bench, partner, id, {})));
      await untilAnalysed(bench, partner);
      return LISTINGS / ((performance.now() - startedAt) / 1000);
    },
    async () => {
      const settings = { origin: stack.urls.marketplaceUrl, ids, concurrency: CONCURRENCY };
      const { seconds } = await runProgram<{ seconds: number }>('bare/scorer.ts', settings);
      return LISTINGS / seconds;
    },
  );
  await resetLimits(database);
  return {
    name: `${LISTINGS} analyses requested at once`,
    ours: `${Math.round(median(pairs.ours))}/s`,
    reference: `${Math.round(median(pairs.reference))}/s`,
    ...comparisonOf(pairs),
    aim: 'reported',
  };
}

function rubric({ report }: Bench): Result {
  report('seo: the rubric alone');
  const sentence = 'The load balancer follows your rules and keeps each of your services quick in every zone. ';
  const text = sentence.repeat(Math.ceil(TEXT_CHARACTERS / sentence.length)).slice(0, TEXT_CHARACTERS);
  const listing = goodListing({ longDescription: longDescription(text) });
  const timesMs = Array.from({ length: SCORINGS }, () => {
    const startedAt = performance.now();
    scoreListing(listing, NO_OPTIONS);
    return performance.now() - startedAt;
  });
  const [p50, p99] = [median(timesMs), quantile(timesMs, 0.99)];
  return {
    name: `The rubric on a listing of ${TEXT_CHARACTERS.toLocaleString('en')} characters`,
    ours: `p99 ${p99.toFixed(1)} ms`,
    reference: `p50 ${p50.toFixed(1)} ms`,
    ratio: p99 / p50,
    aim: '<= 5 ms',
  };
}

async function analyse(
  { stack }: Pick<Bench, 'stack'>,
  partner: BenchPartner,
  listingId: string,
  options: { sync?: boolean },
): Promise<void> {
  const body = { listing_url: listingId, ...options };
  await call(stack, 'POST', '/marketplace/seo-score/analyze', partner.headers, body);
}

/** Waits until no analysis of the partner is open; throws when one failed. */
async function untilAnalysed({ database }: Bench, partner: BenchPartner): Promise<void> {
  const areAnalysed = async () => {
    const { rows } = await database.query<{ open: number; failed: number }>({
      name: 'bench-seo',
      text: `SELECT count(*) FILTER (WHERE status IN ('pending', 'processing'))::int AS open,
                    count(*) FILTER (WHERE status = 'failed')::int AS failed
             FROM seo_job WHERE partner_id = $1`,
      values: [partner.id],
    });
    if (rows[0]?.failed) throw new Error('An analysis failed.');
    return rows[0]?.open === 0;
  };
  await waitUntil('all analyses to end', areAnalysed, { limitMs: 120_000, longestPauseMs: 10 });
}
