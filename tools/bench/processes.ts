import { execute, JOBS, makePartners } from './api.ts';
import { resetLimits, untilCompleted, untilQuiet } from './executions.ts';
import { type LoadRequest, load } from './load.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { pollOf } from './polling.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';
import { publish, subscribe, take, untilReceived } from './webhook-load.ts';

const PARTNERS = 32;
const ROUNDS = 5;
const POLL_SECONDS = 3;
const ACCEPTED = 800;
const AT_ONCE = 100;
const DELIVERIES = 6_000;
const EXECUTE = '/api/v1/content-workflow/capabilities/platform_knowledge_query/execute';
const AIM = 'reported (times one)';

/** Two and four API processes, and two workers, against one of each on the same machine. */
export const processes: Measurement = {
  name: 'processes',
  async run(bench) {
    const { stack } = bench;
    const origins = [stack.urls.apiOrigin];
    for (const name of ['api2', 'api3', 'api4']) origins.push(await stack.add('api', name));
    const results = await apiProcesses(bench, origins);
    await Promise.all(['api2', 'api3', 'api4'].map((name) => stack.pause(name)));
    return [...results, ...(await workers(bench))];
  },
};

async function apiProcesses(bench: Bench, origins: readonly string[]): Promise<Result[]> {
  const { stack, database, report } = bench;
  const partners = await makePartners(stack, PARTNERS);
  const polls = await Promise.all(partners.map((partner) => pollOf(bench, partner)));
  const orders = partners.map(({ headers }) => ({
    url: `${stack.urls.apiOrigin}${EXECUTE}`,
    body: JSON.stringify(JOBS.platform_knowledge_query),
    headers,
  }));
  const rate = (requests: readonly LoadRequest[], extent: Extent) => async (count: number) => {
    await resetLimits(database);
    return spread(requests, origins.slice(0, count), extent);
  };
  const results: Result[] = [];
  const measure = async (name: string, perSecond: (count: number) => Promise<number>) => {
    for (const count of [2, 4]) {
      report(`processes: ${name}, ${count} API processes`);
      results.push(
        await compare(
          `${name}, ${count} API processes`,
          () => perSecond(count),
          () => perSecond(1),
        ),
      );
    }
  };
  await measure('Poll an execution', rate(polls, { durationSeconds: POLL_SECONDS }));
  await stack.pause('worker');
  await measure('Accept an execution, workers away', rate(orders, { amount: ACCEPTED }));
  await database.query(`UPDATE execution SET status = 'cancelled', completed_at = now() WHERE status = 'pending'`);
  await database.query('DELETE FROM outbox');
  await stack.start('worker');
  return results;
}

type Extent = { durationSeconds: number } | { amount: number };

/** Requests a second of all origins together; the connections are spread evenly. */
async function spread(requests: readonly LoadRequest[], origins: readonly string[], extent: Extent): Promise<number> {
  const loads = origins.map((origin, place) => {
    const own = requests.filter((_, index) => index % origins.length === place);
    const moved = own.map((request) => ({ ...request, url: request.url.replace(new URL(request.url).origin, origin) }));
    return load({
      requests: moved,
      ...('amount' in extent ? { amount: extent.amount / origins.length } : extent),
    });
  });
  const met = await Promise.all(loads);
  return met.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
}

async function workers(bench: Bench): Promise<Result[]> {
  const { stack, database, report } = bench;
  const [partner] = await makePartners(stack, 1);
  if (!partner) throw new Error('There is no partner.');
  const receiver = await startProgram('bare/receiver.ts', { manner: 'answer' });
  await subscribe(bench, partner, receiver.ready);
  await stack.add('worker', 'worker2');
  let running = 2;
  const withWorkers = async (count: number) => {
    await untilQuiet(database);
    if (count === running) return;
    await (count === 2 ? stack.start('worker2') : stack.pause('worker2'));
    running = count;
  };
  const executed = async (count: number) => {
    await withWorkers(count);
    await resetLimits(database);
    const startedAt = performance.now();
    const ids = await Promise.all(
      Array.from({ length: AT_ONCE }, () => execute(stack, partner, 'platform_knowledge_query')),
    );
    await untilCompleted(database, ids);
    return AT_ONCE / ((performance.now() - startedAt) / 1000);
  };
  const delivered = async (count: number) => {
    await withWorkers(count);
    await take(receiver);
    const burst = { amount: DELIVERIES, concurrency: 32, together: 20, pauseMs: 0 };
    const { startedAtMs } = await publish(bench, [partner.id], burst);
    const { lastAtMs } = await untilReceived(receiver, DELIVERIES);
    return DELIVERIES / ((lastAtMs - startedAtMs) / 1000);
  };
  try {
    const results: Result[] = [];
    for (const [name, perSecond] of [
      [`Execute platform_knowledge_query, ${AT_ONCE} at once`, executed],
      ['Deliveries to one endpoint', delivered],
    ] as const) {
      report(`processes: ${name}, 2 workers`);
      results.push(
        await compare(
          `${name}, 2 workers`,
          () => perSecond(2),
          () => perSecond(1),
        ),
      );
    }
    return results;
  } finally {
    await receiver.stop();
  }
}

async function compare(name: string, ours: () => Promise<number>, one: () => Promise<number>): Promise<Result> {
  const pairs = await fairShare(ROUNDS, ours, one);
  const perSecond = (values: number[]) => `${median(values).toFixed(median(values) < 100 ? 1 : 0)}/s`;
  return {
    name,
    ours: perSecond(pairs.ours),
    reference: perSecond(pairs.reference),
    ...comparisonOf(pairs),
    aim: AIM,
  };
}
