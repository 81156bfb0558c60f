import { readFile } from 'node:fs/promises';
import { type BenchPartner, makePartners } from './api.ts';
import { idleEndpoints } from './idle-endpoints.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { type Program, runProgram, startProgram } from './program.ts';
import { comparisonOf, fairShare, median, quantile } from './statistics.ts';
import { publish, subscribe, take, untilReceived } from './webhook-load.ts';

const BURST = 6_000;
const ROUNDS = 3;
const CONCURRENCY = 32;
/** A partner of the largest plan may have 100 endpoints. */
const HANGING_PARTNERS = 9;
const ENDPOINTS_EACH = 100;
/** Lasts longer than a time-out. */
const BESIDE_HANGING = 2_500;
/** Endless answers between two looks at the memory. */
const FLOODS = 20;

/** Delivering webhooks, against a bare loop that inserts a row and posts it. */
export const webhooks: Measurement = {
  name: 'webhooks',
  async run(bench) {
    const receiver = await startProgram('bare/receiver.ts', { manner: 'answer' });
    const [partner] = await makePartners(bench.stack, 1);
    if (!partner) throw new Error('No partner was made.');
    await subscribe(bench, partner, receiver.ready);
    try {
      return [
        await throughput(bench, partner, receiver),
        await latency(bench, partner, receiver),
        await flood(bench),
        ...(await idleEndpoints(bench, receiver)),
        await besideHanging(bench, partner, receiver),
      ];
    } finally {
      await receiver.stop();
    }
  },
};

async function throughput(bench: Bench, partner: BenchPartner, receiver: Program): Promise<Result> {
  const { stack, report } = bench;
  report('webhooks: throughput');
  const pairs = await fairShare(
    ROUNDS,
    async () => {
      await take(receiver);
      const burst = { amount: BURST, concurrency: CONCURRENCY, together: 20, pauseMs: 0 };
      const { startedAtMs } = await publish(bench, [partner.id], burst);
      const { lastAtMs } = await untilReceived(receiver, BURST);
      return BURST / ((lastAtMs - startedAtMs) / 1000);
    },
    async () => {
      const settings = {
        databaseUrl: stack.urls.databaseUrl,
        url: receiver.ready,
        amount: BURST,
        concurrency: CONCURRENCY,
      };
      const { seconds } = await runProgram<{ seconds: number }>('bare/poster.ts', settings);
      return BURST / seconds;
    },
  );
  return {
    name: 'Deliveries to one endpoint, durable publish included',
    ours: `${Math.round(median(pairs.ours))}/s`,
    reference: `${Math.round(median(pairs.reference))}/s`,
    ...comparisonOf(pairs),
    aim: '>= 2,000/s',
  };
}

/** One event after the other, about a hundred a second. */
const TRICKLE = { concurrency: 1, together: 1, pauseMs: 9 };
/** Events until the drain is awake and the code warm. */
const WARM_UP = 100;

async function latency(bench: Bench, partner: BenchPartner, receiver: Program): Promise<Result> {
  bench.report('webhooks: latency');
  await take(receiver);
  await publish(bench, [partner.id], { ...TRICKLE, amount: WARM_UP + 1_000 });
  const { lateMs } = await untilReceived(receiver, WARM_UP + 1_000);
  return lateness('Publish to receipt at 100 a second', lateMs.slice(WARM_UP), '<= 6 ms');
}

function lateness(name: string, lateMs: number[], aim: string): Result {
  const [p50, p99] = [median(lateMs), quantile(lateMs, 0.99)];
  return { name, ours: `p99 ${p99} ms`, reference: `p50 ${p50} ms`, ratio: p99 / Math.max(1, p50), aim };
}

async function besideHanging(bench: Bench, partner: BenchPartner, receiver: Program): Promise<Result> {
  const hanging = await startProgram('bare/receiver.ts', { manner: 'hang' });
  const partners = await makePartners(bench.stack, HANGING_PARTNERS);
  for (const each of partners) {
    await Promise.all(Array.from({ length: ENDPOINTS_EACH }, () => subscribe(bench, each, hanging.ready)));
  }
  const ids = partners.map(({ id }) => id);
  bench.report('webhooks: latency beside 900 endpoints that hang');
  try {
    await take(receiver);
    const trickle = publish(bench, [partner.id], { ...TRICKLE, amount: WARM_UP + BESIDE_HANGING });
    await untilReceived(receiver, WARM_UP);
    await publish(bench, ids, { amount: ids.length * 10, concurrency: 1, together: ids.length, pauseMs: 0 });
    await trickle;
    const { lateMs } = await untilReceived(receiver, WARM_UP + BESIDE_HANGING);
    return lateness('The same while 900 endpoints get work and hang', lateMs.slice(WARM_UP), '<= 100 ms');
  } finally {
    await bench.database.query('UPDATE webhook_endpoint SET active = false WHERE partner_id = ANY ($1)', [ids]);
    await hanging.stop();
  }
}

async function flood(bench: Bench): Promise<Result> {
  bench.report('webhooks: an endpoint that answers 400 MB');
  const flooding = await startProgram('bare/receiver.ts', { manner: 'flood' });
  const [partner] = await makePartners(bench.stack, 1);
  if (!partner) throw new Error('No partner was made.');
  await subscribe(bench, partner, flooding.ready);
  const send = async (amount: number) => {
    await publish(bench, [partner.id], { amount, concurrency: 1, together: amount, pauseMs: 0 });
    await untilReceived(flooding, amount);
    await take(flooding);
  };
  await send(FLOODS);
  await send(FLOODS);
  const before = await residentMegabytes(bench);
  await send(FLOODS);
  const after = await residentMegabytes(bench);
  await flooding.stop();
  return {
    name: `Memory of the worker over ${FLOODS} answers of 400 MB`,
    ours: `${(after - before).toFixed(1)} MB more`,
    reference: `${before.toFixed(0)} MB before`,
    ratio: after / before,
    aim: '<= 5 MB more',
  };
}

async function residentMegabytes({ stack }: Bench): Promise<number> {
  const status = await readFile(`/proc/${stack.pid('worker')}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
