import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchPartner, call, makePartners } from './api.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { type Program, runProgram, startProgram } from './program.ts';
import { inTurns, median, quantile, ratioOf } from './statistics.ts';

const BURST = 6_000;
const ROUNDS = 3;
const CONCURRENCY = 32;
/** A partner of the largest plan may have 100 endpoints. */
const HANGING_PARTNERS = 9;
const ENDPOINTS_EACH = 100;

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
        await latency(bench, partner, receiver, 'Publish to receipt at 100 a second', '<= 6 ms'),
        await besideHanging(bench, partner, receiver),
        await flood(bench),
      ];
    } finally {
      await receiver.stop();
    }
  },
};

async function throughput(bench: Bench, partner: BenchPartner, receiver: Program): Promise<Result> {
  const { stack, report } = bench;
  report('webhooks: throughput');
  const pairs = await inTurns(
    ROUNDS,
    async () => {
      await take(receiver);
      const startedAt = performance.now();
      const received = untilReceived(receiver, BURST);
      await publish(bench, [partner.id], { amount: BURST, concurrency: CONCURRENCY, together: 20, pauseMs: 0 });
      await received;
      return BURST / ((performance.now() - startedAt) / 1000);
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
    ratio: ratioOf(pairs),
    aim: '>= 2,000/s',
  };
}

async function latency(
  bench: Bench,
  partner: BenchPartner,
  receiver: Program,
  name: string,
  aim: string,
): Promise<Result> {
  bench.report(`webhooks: ${name}`);
  const trickle = { amount: 1_000, concurrency: 1, together: 1, pauseMs: 9 };
  await publish(bench, [partner.id], { ...trickle, amount: 100 });
  await take(receiver);
  await publish(bench, [partner.id], trickle);
  const lateMs = await untilReceived(receiver, trickle.amount);
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
  await publish(bench, ids, { amount: ids.length * 10, concurrency: 1, together: ids.length, pauseMs: 0 });
  try {
    return await latency(bench, partner, receiver, 'The same beside 900 endpoints that hang', '<= 250 ms');
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
  await send(20);
  const before = await residentMegabytes(bench);
  await send(20);
  const after = await residentMegabytes(bench);
  await flooding.stop();
  return {
    name: 'Memory of the worker over 20 answers of 400 MB',
    ours: `${after.toFixed(0)} MB`,
    reference: `${before.toFixed(0)} MB before`,
    ratio: after / before,
    aim: 'about 1',
  };
}

async function subscribe({ stack }: Bench, partner: BenchPartner, url: string): Promise<void> {
  await call(stack, 'POST', '/partners/webhooks', partner.headers, { url, events: ['listing.updated'] });
}

interface Burst {
  amount: number;
  concurrency: number;
  together: number;
  pauseMs: number;
}

async function publish({ stack }: Bench, partnerIds: number[], burst: Burst): Promise<void> {
  await runProgram('publisher.ts', { environment: stack.environment, partnerIds, ...burst });
}

/** Waits until so many deliveries have come; returns how late each was, milliseconds. */
async function untilReceived(receiver: Program, amount: number): Promise<number[]> {
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    const { lateMs } = await ask(receiver, '/seen');
    if (lateMs.length >= amount) return lateMs;
    await pause(100);
  }
  throw new Error(`Fewer than ${amount} deliveries came.`);
}

/** Forgets what has come so far. */
async function take(receiver: Program): Promise<void> {
  await ask(receiver, '/take');
}

async function ask(receiver: Program, path: string): Promise<{ lateMs: number[] }> {
  const response = await fetch(`${receiver.ready}${path}`);
  return (await response.json()) as { lateMs: number[] };
}

async function residentMegabytes({ stack }: Bench): Promise<number> {
  const status = await readFile(`/proc/${stack.pid('worker')}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
