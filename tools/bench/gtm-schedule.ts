import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { type LoadRequest, load } from './load.ts';
import type { Bench, Figures, Measurement, Result } from './measurement.ts';
import { residentMib } from './memory.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median, type Pairs } from './statistics.ts';

const FEED = 2_000;
/** Each calendar has a partner and a connection of its own; a feed may be read 60 times a minute. */
const SUBSCRIBERS = 16;
const FEED_ROUNDS = 4;
const FEW_EACH = 3;
const MANY_EACH = 55;
const EXPORT = 100_000;
const SMALL = 1_000;
const LARGE = 300_000;
const ROUNDS = 30;
/** Exports in each format; the first ones warm up. */
const EXPORTS = 2;
const EXPORT_LIMIT_MIB = 30;

const YEARS = { start_date: day(-900), end_date: day(900) };
const MONTH = { start_date: day(0), end_date: day(30) };
const QUERIES: [name: string, query: Record<string, string>][] = [
  ['page 1 of a month', MONTH],
  ['page 1 of five years', YEARS],
  ['page 1 of one type in five years', { ...YEARS, event_types: 'webinar' }],
];

/** The feed against a bare calendar of the same events; an export's memory; the list of many events against one of few. */
export const gtmSchedule: Measurement = {
  name: 'gtm-schedule',
  async run(bench) {
    const [exported, few, many, ...subscribers] = await makePartners(bench.stack, 3 + SUBSCRIBERS);
    if (!exported || !few || !many) throw new Error('There are no partners.');
    bench.report('schedule: inserting events');
    // What a feed shows: a month back and three ahead.
    for (const partner of subscribers) await fill(bench, partner, FEED, [-29, 89]);
    await fill(bench, exported, EXPORT, [-890, 890]);
    await fill(bench, few, SMALL, [-890, 890]);
    await fill(bench, many, LARGE, [-890, 890]);
    await bench.database.query('VACUUM ANALYZE gtm_event');
    await bench.database.query('VACUUM ANALYZE gtm_event_count');
    return [...(await feeds(bench, subscribers)), await exports(bench, exported), ...(await lists(bench, many, few))];
  },
};

async function feeds(bench: Bench, partners: readonly BenchPartner[]): Promise<Result[]> {
  const { stack, database, report } = bench;
  const feeds = await Promise.all(partners.map((partner) => subscriptionOf(bench, partner)));
  const databaseUrl = stack.urls.databaseUrl;
  const bare = await startProgram('bare/feed.ts', { databaseUrl, partnerId: partners[0]?.id });
  const rateOf = async (requests: LoadRequest[], each: number, status: number) => {
    await resetLimits(database);
    return (await load({ requests, amount: each * requests.length, status })).requestsPerSecond;
  };
  const whole = feeds.map(({ url }) => ({ url }));
  try {
    report('schedule: feed');
    const calendars = feeds.map(() => ({ url: `http://127.0.0.1:${bare.ready}/` }));
    const ofWhole = await fairShare(
      FEED_ROUNDS,
      () => rateOf(whole, FEW_EACH, 200),
      () => rateOf(calendars, FEW_EACH, 200),
    );
    report('schedule: feed that has not changed');
    const ofUnchanged = await fairShare(
      FEED_ROUNDS,
      () => rateOf(feeds, MANY_EACH, 304),
      () => rateOf(whole, FEW_EACH, 200),
    );
    return [
      { name: `Feeds of ${FEED} events, ${SUBSCRIBERS} partners`, aim: '>= 0.6', ...asRates(ofWhole) },
      { name: 'The same unchanged (304), against whole', aim: '>= 3', ...asRates(ofUnchanged) },
    ];
  } finally {
    await bare.stop();
  }
}

/** The request of a calendar that has read the partner's feed. */
async function subscriptionOf({ stack }: Bench, { headers }: BenchPartner): Promise<LoadRequest> {
  const { data } = await call<{ data: { token: string } }>(stack, 'POST', '/gtm-schedule/subscription', headers);
  const url = `${stack.urls.apiOrigin}/api/v1/gtm-schedule/feed.ics?token=${data.token}`;
  const reply = await fetch(url);
  await reply.arrayBuffer();
  return { url, headers: { 'if-none-match': reply.headers.get('ETag') ?? '' } };
}

function asRates(pairs: Pairs): Figures {
  const rate = (perSecond: number[]) => `${median(perSecond).toFixed(0)}/s`;
  return { ours: rate(pairs.ours), reference: rate(pairs.reference), ...comparisonOf(pairs) };
}

async function exports({ stack, report }: Bench, { headers }: BenchPartner): Promise<Result> {
  report(`schedule: export of ${EXPORT} events`);
  const growths: number[] = [];
  for (let round = 0; round < EXPORTS; round += 1) {
    for (const format of ['ics', 'csv', 'json']) {
      const query = new URLSearchParams({ ...YEARS, format });
      const before = await residentMib(stack.pid('api'));
      const reply = await fetch(`${stack.urls.apiOrigin}/api/v1/gtm-schedule/export?${query}`, { headers });
      let most = before;
      let looked = 0;
      for await (const chunk of reply.body ?? []) {
        looked += chunk.length;
        if (looked < 1_000_000) continue;
        looked = 0;
        most = Math.max(most, await residentMib(stack.pid('api')));
      }
      growths.push(most - before);
    }
  }
  // The first round warms up: the code is compiled, the young generation grows to its size.
  const growth = Math.max(...growths.slice(3));
  return {
    name: `Export of ${EXPORT} events, memory`,
    ours: `+${growth.toFixed(0)} MB`,
    reference: `${EXPORT_LIMIT_MIB} MB`,
    ratio: growth / EXPORT_LIMIT_MIB,
    aim: '<= 1',
  };
}

async function lists({ stack, database, report }: Bench, many: BenchPartner, few: BenchPartner): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, query] of QUERIES) {
    report(`schedule: ${name}`);
    await resetLimits(database);
    const ask =
      ({ headers }: BenchPartner) =>
      async () => {
        const startedAt = performance.now();
        await call(stack, 'GET', `/gtm-schedule/events?${new URLSearchParams(query)}`, headers);
        return performance.now() - startedAt;
      };
    const pairs = await fairShare(ROUNDS, ask(many), ask(few));
    results.push({
      name: `List events, ${name}: ${LARGE} against ${SMALL}`,
      aim: 'about 1',
      ours: `${median(pairs.ours).toFixed(1)} ms`,
      reference: `${median(pairs.reference).toFixed(1)} ms`,
      ...comparisonOf(pairs),
    });
  }
  return results;
}

/** Events spread over days from now; one in a hundred lasts three weeks, one in ten is a webinar. */
async function fill(
  { database }: Bench,
  partner: BenchPartner,
  rows: number,
  [from, to]: [number, number],
): Promise<void> {
  await database.query(
    `INSERT INTO gtm_event (id, partner_id, title, description, scheduled_at, end_at, all_day, timezone, occupied_from, occupied_until,
                            event_type, channel, sandbox, created_at, updated_at)
     SELECT 'evt_' || lpad($1::bigint::text, 8, '0') || lpad(n::text, 18, '0'), $1::bigint, 'Event ' || n || ', with a title', repeat('What happens then. ', 10),
            at, until, false, 'UTC', at, coalesce(until, at), CASE WHEN n % 10 = 0 THEN 'webinar' ELSE 'blog_post' END,
            (ARRAY['email', 'blog', 'socialnet'])[1 + n % 3], false, now(), now()
     FROM generate_series(1, $2::int) AS n,
          LATERAL (SELECT date_trunc('milliseconds', now() + interval '1 day' * ($3::int + ($4::int - $3::int) * n::float / $2)) AS at) AS moment,
          LATERAL (SELECT CASE WHEN n % 100 = 0 THEN at + interval '21 days' END AS until) AS ending`,
    [partner.id, rows, from, to],
  );
}

function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
