import { type BenchPartner, call, execute, makePartners } from './api.ts';
import { resetLimits, untilCompleted } from './executions.ts';
import { type LoadRequest, load } from './load.ts';
import type { Bench, Figures, Measurement } from './measurement.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

/** One connection each; the largest plan's limit lasts each of them for a round. */
const PARTNERS = 32;
const ROUND_SECONDS = 2;
const ROUNDS = 4;
/** A single partner's burst, below the 1,000 requests a minute of the largest plan. */
const BURST = 900;
const BURSTS = 5;

/** Polling an execution, against reading its row with Koa and pg alone. */
export const polling: Measurement = {
  name: 'polling',
  async run(bench) {
    const { stack, database, report } = bench;
    const partners = await makePartners(stack, PARTNERS);
    const polls = await Promise.all(partners.map((partner) => pollOf(bench, partner)));
    const bare = await startProgram('bare/http.ts', { databaseUrl: stack.urls.databaseUrl, table: 'execution' });
    try {
      const reads = polls.map(({ url }) => ({ url: `http://127.0.0.1:${bare.ready}/${url.split('/').pop()}` }));
      report(`polling: ${PARTNERS} partners`);
      const many = await compare(bench, polls, reads, { durationSeconds: ROUND_SECONDS }, ROUNDS);
      report('polling: one partner');
      const [poll, read] = [polls[0], reads[0]];
      if (!poll || !read) throw new Error('There is no partner.');
      const alone = await compare(bench, fill(poll), fill(read), { amount: BURST }, BURSTS);
      await resetLimits(database);
      return [
        { name: `Poll an execution, ${PARTNERS} partners`, ...many, aim: '>= 0.6' },
        { name: 'Poll an execution, one partner', ...alone, aim: '>= 0.6' },
      ];
    } finally {
      await bare.stop();
    }
  },
};

/** A request that reads a completed `blog_post` of the partner. */
export async function pollOf({ stack, database }: Bench, partner: BenchPartner): Promise<LoadRequest> {
  const id = await execute(stack, partner, 'blog_post');
  await untilCompleted(database, [id]);
  await call(stack, 'GET', `/content-workflow/executions/${id}`, partner.headers);
  return { url: `${stack.urls.apiOrigin}/api/v1/content-workflow/executions/${id}`, headers: partner.headers };
}

async function compare(
  { database }: Bench,
  polls: LoadRequest[],
  reads: LoadRequest[],
  extent: { durationSeconds: number } | { amount: number },
  rounds: number,
): Promise<Figures> {
  const pairs = await fairShare(
    rounds,
    async () => {
      await resetLimits(database);
      return (await load({ requests: polls, ...extent })).requestsPerSecond;
    },
    async () => (await load({ requests: reads, ...extent })).requestsPerSecond,
  );
  return {
    ours: `${Math.round(median(pairs.ours))}/s`,
    reference: `${Math.round(median(pairs.reference))}/s`,
    ...comparisonOf(pairs),
  };
}

function fill(request: LoadRequest): LoadRequest[] {
  return Array.from({ length: 16 }, () => request);
}
