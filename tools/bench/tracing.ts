import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { type BenchPartner, execute, JOBS, makePartners } from './api.ts';
import { resetLimits, untilCompleted, untilQuiet } from './executions.ts';
import { load } from './load.ts';
import type { Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median, type Pairs } from './statistics.ts';

const CONNECTIONS = 16;
const BURST = 96;
const ROUNDS = 15;
const SINGLE_ROUNDS = 30;
const AT_ONCE = 32;
const BODY = JSON.stringify(JOBS.platform_knowledge_query);

/** A product with callers. */
interface Side {
  stack: Stack;
  database: pg.Pool;
  partners: BenchPartner[];
}

/**
 * The product with every request traced, against the product without tracing: two stacks, in turns. The collector takes what
 * comes and forgets it, in the bench's own process.
 */
export const tracing: Measurement = {
  name: 'tracing',
  async run({ stack, database, report }) {
    const collector = createServer((request, response) => {
      request.resume().once('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    report('tracing: starting a stack with tracing');
    const second = await startStack({
      serviceEnvironment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    });
    const secondDatabase = new pg.Pool({ connectionString: second.urls.databaseUrl, max: 4 });
    secondDatabase.on('error', (error) => report(`a connection ended: ${error.message}`));
    try {
      const plain = { stack, database, partners: await makePartners(stack, CONNECTIONS) };
      const traced = { stack: second, database: secondDatabase, partners: await makePartners(second, CONNECTIONS) };
      const measure = async (name: string, rounds: number, work: (side: Side) => Promise<number>): Promise<Result> => {
        report(`tracing: ${name}`);
        return result(
          name,
          await fairShare(
            rounds,
            () => work(traced),
            () => work(plain),
          ),
        );
      };
      return [
        await measure(`accept ${BURST} executions`, ROUNDS, accept),
        await measure('execute blog_post', SINGLE_ROUNDS, executeOne),
        await measure(`execute platform_knowledge_query, ${AT_ONCE} at once`, ROUNDS, executeMany),
      ];
    } finally {
      await secondDatabase.end();
      await second.stop();
      collector.closeAllConnections();
      collector.close();
    }
  },
};

function result(name: string, pairs: Pairs): Result {
  return {
    name: `Traced: ${name}`,
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
    aim: '<= 1.10',
  };
}

/** Milliseconds for a burst of POSTs; the work that they order is awaited, but not counted. */
async function accept({ stack, database, partners }: Side): Promise<number> {
  await resetLimits(database);
  const url = `${stack.urls.apiOrigin}/api/v1/content-workflow/capabilities/platform_knowledge_query/execute`;
  const requests = partners.map(({ headers }) => ({ url, body: BODY, headers }));
  const { requestsPerSecond } = await load({ requests, amount: BURST });
  await untilQuiet(database);
  return (BURST / requestsPerSecond) * 1_000;
}

function executeOne({ stack, database, partners: [partner] }: Side): Promise<number> {
  return milliseconds(async () => {
    if (partner) await untilCompleted(database, [await execute(stack, partner, 'blog_post')]);
  });
}

async function executeMany({ stack, database, partners }: Side): Promise<number> {
  await resetLimits(database);
  const took = await milliseconds(async () => {
    const orders = Array.from({ length: AT_ONCE }, (_, index) => partners[index % partners.length] as BenchPartner);
    const ids = await Promise.all(orders.map((partner) => execute(stack, partner, 'platform_knowledge_query')));
    await untilCompleted(database, ids);
  });
  await untilQuiet(database);
  return took;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
