import { type BenchPartner, JOBS, makePartners } from './api.ts';
import { resetLimits, untilQuiet } from './executions.ts';
import { type LoadRequest, load } from './load.ts';
import type { Bench, Figures, Measurement, Result } from './measurement.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const CONNECTIONS = 16;
/** A burst that the engine works off between rounds. */
const BURST = 120;
const ROUNDS = 3;
/** With the engine away nothing is worked off, so a burst may be longer. */
const LONG_BURST = 1_600;
const BODY = JSON.stringify(JOBS.platform_knowledge_query);

/** Accepting an execution, against inserting one row with Koa and pg alone. */
export const accepting: Measurement = {
  name: 'accepting',
  async run(bench) {
    const { stack, report } = bench;
    const partners = await makePartners(stack, CONNECTIONS);
    const bare = await startProgram('bare/http.ts', { databaseUrl: stack.urls.databaseUrl });
    const insert = { url: `http://127.0.0.1:${bare.ready}/`, body: BODY };
    try {
      const results: Result[] = [];
      const measure = async (name: string, callers: BenchPartner[], burst: number) => {
        report(`accepting: ${name}`);
        results.push({
          name: `Accept an execution, ${name}`,
          aim: '>= 0.4',
          ...(await compare(bench, callers, insert, burst)),
        });
      };
      await measure('16 partners', partners, BURST);
      await measure('one partner', partners.slice(0, 1), BURST);
      await stack.pause('worker');
      await stack.pause('temporal');
      await measure('16 partners, engine away', partners, LONG_BURST);
      await clear(bench);
      await stack.start('temporal');
      await stack.start('worker');
      return results;
    } finally {
      await bare.stop();
    }
  },
};

async function compare(
  { stack, database }: Bench,
  callers: BenchPartner[],
  insert: LoadRequest,
  amount: number,
): Promise<Figures> {
  const url = `${stack.urls.apiOrigin}/api/v1/content-workflow/capabilities/platform_knowledge_query/execute`;
  const requests = Array.from({ length: CONNECTIONS }, (_, index) => ({
    url,
    body: BODY,
    headers: (callers[index % callers.length] as BenchPartner).headers,
  }));
  const engineIsThere = stack.pid('temporal') !== undefined;
  const pairs = await fairShare(
    ROUNDS,
    async () => {
      await resetLimits(database);
      const { requestsPerSecond } = await load({ requests, amount });
      if (engineIsThere) await untilQuiet(database);
      return requestsPerSecond;
    },
    async () => (await load({ requests: requests.map(() => insert), amount })).requestsPerSecond,
  );
  return {
    ours: `${Math.round(median(pairs.ours))}/s`,
    reference: `${Math.round(median(pairs.reference))}/s`,
    ...comparisonOf(pairs),
  };
}

/** The thousands of jobs that were accepted meanwhile need not be done. */
async function clear({ database }: Bench): Promise<void> {
  await database.query(`UPDATE execution SET status = 'cancelled', completed_at = now() WHERE status = 'pending'`);
  await database.query('DELETE FROM outbox');
}
