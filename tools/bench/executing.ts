import { setTimeout } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { type BenchPartner, execute, type Job, makePartners } from './api.ts';
import { untilCompleted, untilQuiet } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const TASK_QUEUE = 'bench-bare';
const SINGLE_ROUNDS = 24;
/** One is alone when what the one before it left to do is done. */
const REST_MS = 100;
const AT_ONCE = 100;
const AT_ONCE_ROUNDS = 3;

/** An execution from its POST to its end, against a workflow of one activity on the same server. */
export const executing: Measurement = {
  name: 'executing',
  async run(bench) {
    const { stack } = bench;
    const address = stack.urls.temporalAddress ?? '';
    const worker = await startProgram('bare/worker.ts', { address, taskQueue: TASK_QUEUE });
    const connection = await Connection.connect({ address });
    try {
      const [partner] = await makePartners(stack, 1);
      if (!partner) throw new Error('There is no partner.');
      const client = new Client({ connection });
      let started = 0;
      const bare = () => {
        started += 1;
        return client.workflow.execute('bare', { workflowId: `bare-${started}`, taskQueue: TASK_QUEUE });
      };
      return [
        await alone(bench, partner, bare, 'platform_knowledge_query', '<= 2.0'),
        // Two activities: the AI is asked for its plan, too.
        await alone(bench, partner, bare, 'blog_post', 'reported'),
        await atOnce(bench, partner, bare, 'platform_knowledge_query'),
      ];
    } finally {
      await connection.close();
      await worker.stop();
    }
  },
};

async function alone(
  bench: Bench,
  partner: BenchPartner,
  bare: () => Promise<unknown>,
  job: Job,
  aim: string,
): Promise<Result> {
  bench.report(`executing: ${job}`);
  const rested = async (work: () => Promise<unknown>) => {
    await setTimeout(REST_MS);
    return milliseconds(work);
  };
  const pairs = await fairShare(
    SINGLE_ROUNDS,
    () => rested(async () => untilCompleted(bench.database, [await execute(bench.stack, partner, job)])),
    () => rested(bare),
  );
  return {
    name: `Execute ${job}, POST to completed`,
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
    aim,
  };
}

async function atOnce(bench: Bench, partner: BenchPartner, bare: () => Promise<unknown>, job: Job): Promise<Result> {
  bench.report(`executing: ${AT_ONCE} at once`);
  const all = Array.from({ length: AT_ONCE });
  const pairs = await fairShare(
    AT_ONCE_ROUNDS,
    async () => {
      await untilQuiet(bench.database);
      return milliseconds(async () => {
        const ids = await Promise.all(all.map(() => execute(bench.stack, partner, job)));
        await untilCompleted(bench.database, ids);
      });
    },
    () => milliseconds(() => Promise.all(all.map(bare))),
  );
  const perSecond = (ms: number) => `${(AT_ONCE / (ms / 1000)).toFixed(1)}/s`;
  return {
    name: `Execute ${job}, ${AT_ONCE} at once`,
    ours: perSecond(median(pairs.ours)),
    reference: perSecond(median(pairs.reference)),
    ...comparisonOf(pairs),
    aim: 'reported (times longer)',
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
