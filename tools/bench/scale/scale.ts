import pg from 'pg';
import type { DataSource } from 'typeorm';
import { rollUpBoardCounts } from '../../../domain/content-items/steps/housekeeping.ts';
import { listStaleExecutions, rollUpExecutionCounts } from '../../../domain/executions/steps/housekeeping.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { deleteBatch } from '../../../domain/retention/store.ts';
import { wakeUnattended } from '../../../domain/webhooks/sweep-store.ts';
import { createDataSource } from '../../../infra/database/data-source.ts';
import { type Stack, startStack } from '../../../infra/local/stack.ts';
import { type BenchPartner, call, JOBS, makePartners } from '../api.ts';
import { resetLimits } from '../executions.ts';
import type { Measurement, Result } from '../measurement.ts';
import { comparisonOf, fairShare, median } from '../statistics.ts';
import { fill, type Sizes, type Subject } from './fill.ts';

const SMALL: Sizes = { partners: 100, executions: 10_000, deliveries: 50_000 };
const ROUNDS = 30;
const AIM = '<= 1.2';

/** A filled product, and whom it is asked for. */
interface Side {
  stack: Stack;
  database: pg.Pool;
  dataSource: DataSource;
  partner: BenchPartner;
  subject: Subject;
}

/** Something that is timed; `prepare`, before each time, is not. */
interface Task {
  name: string;
  prepare?(side: Side): Promise<unknown>;
  run(side: Side): Promise<unknown>;
}

/** What grows with the tables: routes and the queries of housekeeping, on a large database against a small one. */
export function scale(sizes: Sizes): Measurement {
  return {
    name: 'scale',
    async run({ stack, database, report }) {
      const smallStack = await startStack();
      const smallDatabase = new pg.Pool({ connectionString: smallStack.urls.databaseUrl, max: 4 });
      try {
        const say = (line: string) => report(`scale: ${line}`);
        const small = await makeSide(smallStack, smallDatabase, SMALL, say);
        const large = await makeSide(stack, database, sizes, say);
        const results: Result[] = [];
        for (const task of TASKS) {
          say(task.name);
          const result = await compare(task, large, small);
          say(`${task.name}: ${result.ours} against ${result.reference}, ratio ${result.ratio.toFixed(2)}`);
          results.push(result);
        }
        await Promise.all([small, large].map(({ dataSource }) => dataSource.destroy()));
        return results;
      } finally {
        await smallDatabase.end();
        await smallStack.stop();
      }
    },
  };
}

async function makeSide(stack: Stack, database: pg.Pool, sizes: Sizes, report: (line: string) => void): Promise<Side> {
  const [partner] = await makePartners(stack, 1);
  if (!partner) throw new Error('There is no partner.');
  // It would look for the runs of executions that only the database knows.
  await stack.pause('worker');
  const subject = await fill(database, partner.id, sizes, report);
  const url = stack.urls.databaseUrl ?? '';
  const dataSource = createDataSource({ url, poolSize: 2, applicationName: 'marketwright-bench' });
  await dataSource.initialize();
  return { stack, database, dataSource, partner, subject };
}

async function compare(task: Task, large: Side, small: Side): Promise<Result> {
  const timed = (side: Side) => async () => {
    await task.prepare?.(side);
    const startedAt = performance.now();
    await task.run(side);
    return performance.now() - startedAt;
  };
  await Promise.all([large, small].map(({ database }) => resetLimits(database)));
  const pairs = await fairShare(ROUNDS, timed(large), timed(small));
  return {
    name: task.name,
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
    aim: AIM,
  };
}

const get = (path: (subject: Subject) => string) => (side: Side) =>
  call(side.stack, 'GET', path(side.subject), side.partner.headers);
const query =
  (sql: string, values: (subject: Subject) => unknown[] = () => []) =>
  (side: Side) =>
    side.database.query(sql, values(side.subject));

/** Differences of a hundred partners, in whose sum nothing changes. */
const differences = (table: string, kinds: string) =>
  query(
    `INSERT INTO ${table} SELECT c.partner_id, c.day, ${kinds}, sign.n
     FROM (SELECT DISTINCT ON (partner_id) * FROM ${table} WHERE partner_id > $1 AND partner_id <= $1 + 100 ORDER BY partner_id, day DESC) c,
          (VALUES (1), (-1)) AS sign (n)`,
    ({ partnerId }) => [partnerId],
  );

/** What deletes a batch of rows that are past their time. */
const retention = (name: string, since: string) => (side: Side) =>
  deleteBatch(side.dataSource.manager, { name, since, days: 0, beforeDelete: [] }, new Date('2001-01-01'));

const TASKS: Task[] = [
  { name: 'GET executions, page 1', run: get(() => '/content-workflow/executions') },
  { name: 'GET executions, page 1 of one status', run: get(() => '/content-workflow/executions?status=failed') },
  { name: 'GET an execution', run: get(({ executionId }) => `/content-workflow/executions/${executionId}`) },
  {
    name: 'POST execute',
    run: ({ stack, partner }) =>
      call(
        stack,
        'POST',
        '/content-workflow/capabilities/platform_knowledge_query/execute',
        partner.headers,
        JOBS.platform_knowledge_query,
      ),
  },
  { name: 'GET usage', run: get(() => '/app/usage-data') },
  { name: 'GET the board', run: get(() => '/content-workflow/kanban?per_page=20') },
  { name: 'GET deliveries', run: get(({ endpointId }) => `/partners/webhooks/${endpointId}/deliveries`) },
  {
    name: 'Sweep of webhooks',
    run: ({ dataSource }) => wakeUnattended(dataSource.manager, { now: new Date(), lateAfterMs: 1_000, limit: 200 }),
  },
  {
    name: "Rollup of the list's totals, 100 partners changed",
    prepare: differences('execution_count', 'c.agent_id, c.priority, c.status'),
    run: ({ dataSource }) => perform({ db: dataSource.manager }, rollUpExecutionCounts, {}),
  },
  {
    name: "Rollup of the board's counts, 100 partners changed",
    prepare: differences('content_item_count', 'c.content_type, c.kanban_status'),
    run: ({ dataSource }) => perform({ db: dataSource.manager }, rollUpBoardCounts, {}),
  },
  {
    name: 'Reconciler, 50 open rows in their turn',
    run: ({ dataSource }) =>
      perform({ db: dataSource.manager }, listStaleExecutions, {
        untouchedSince: new Date().toISOString(),
        afterId: 0,
        limit: 50,
      }),
  },
  {
    name: 'Retention, 1,000 deliveries',
    prepare: query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
       SELECT $1, 'evt_' || gen_random_uuid()::varchar(20), 'x', 'delivered', '2000-01-01', '2000-01-01' FROM generate_series(1, 1000)`,
      ({ endpointId }) => [endpointId],
    ),
    run: retention('webhook_delivery', 'created_at'),
  },
  {
    name: 'Retention, 1,000 events of executions',
    prepare: query(
      `INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT $1, 'status', '{}', '2000-01-01' FROM generate_series(1, 1000)`,
      ({ executionId }) => [executionId],
    ),
    run: retention('execution_event', 'created_at'),
  },
  {
    name: 'Publishing: 100 deliveries in one statement',
    run: query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at, finished_at)
       SELECT w.id, 'evt_' || gen_random_uuid()::varchar(20), 'x', 'delivered', now(), now(), now()
       FROM webhook_endpoint w WHERE w.id > $1 - 101 AND w.id <= $1`,
      ({ endpointId }) => [endpointId],
    ),
  },
];
