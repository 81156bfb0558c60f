import type pg from 'pg';
import { selectEventsAfter } from '../../../domain/executions/list-store.ts';
import { deleteBatch } from '../../../domain/retention/store.ts';
import { createDataSource } from '../../../infra/database/data-source.ts';
import { type BenchPartner, execute, makePartners } from '../api.ts';
import { resetLimits, untilCompleted } from '../executions.ts';
import type { Bench, Measurement, Result } from '../measurement.ts';
import { median } from '../statistics.ts';
import { runPartitionStep } from './step.ts';

/** Rows of one filling statement. */
const SLICE = 250_000;
const ROUNDS = 40;
/** Batches of retention that are timed. */
const BATCHES = 10;
const DAYS = 60;
const BATCH_AIM = '<= 1.2';

/** What is timed before the table has partitions, and after. */
interface Timed {
  accept: number;
  read: number;
  batch: number;
}

/** The first partitions, made under traffic of a table of so many rows: what stands still, and what it costs afterwards. */
export function partitions(events: number): Measurement {
  return {
    name: 'partitions',
    async run(bench) {
      const { stack, database, report } = bench;
      const say = (line: string) => report(`partitions: ${line}`);
      const [partner] = await makePartners(stack, 1);
      if (!partner) throw new Error('There is no partner.');
      const executionId = await execute(stack, partner, 'blog_post');
      await untilCompleted(database, [executionId]);
      await fill(database, executionId, events, say);
      const before = await timed(bench, partner, executionId, say);
      say('making them');
      const {
        result: steps,
        slowestMs,
        requests,
      } = await besideTraffic(bench, partner, async () => ({
        bound: await runPartitionStep(database, '1-bound'),
        validate: await runPartitionStep(database, '2-validate'),
        swap: await runPartitionStep(database, '3-swap'),
        monthly: await runPartitionStep(database, 'monthly'),
      }));
      await database.query('ANALYZE execution_event');
      const after = await timed(bench, partner, executionId, say);
      const dropMs = await dropFirst(database);
      // What is accepted afterwards is still executed.
      await untilCompleted(database, [await execute(stack, partner, 'blog_post')]);
      const rows = `of ${events.toLocaleString('en')} events`;
      const ms = (value: number) => `${value.toFixed(1)} ms`;
      return [
        {
          name: `Reading the rows ${rows} once, beside ${requests} requests`,
          ours: `slowest request ${ms(slowestMs)}`,
          reference: `${(steps.validate / 1000).toFixed(1)} s of reading`,
          ratio: slowestMs / steps.validate,
          aim: 'reported',
        },
        {
          name: 'Locks: bound, swap and month together',
          ours: ms(steps.bound + steps.swap + steps.monthly),
          reference: '2,000 ms of a lock',
          ratio: (steps.bound + steps.swap + steps.monthly) / 2_000,
          aim: '<= 1',
        },
        afterwards('POST execute, after against before', after.accept, before.accept),
        afterwards("An execution's events, after against before", after.read, before.read),
        afterwards('Retention, a batch, after against before', after.batch, before.batch),
        {
          name: `Dropping the partition ${rows}, against deleting its rows in batches`,
          ours: ms(dropMs),
          reference: `${((before.batch * events) / 5_000_000).toFixed(1)} s`,
          ratio: dropMs / ((before.batch * events) / 5_000),
          aim: '<= 0.01',
        },
      ];
      function afterwards(name: string, ours: number, reference: number): Result {
        return { name, ours: ms(ours), reference: ms(reference), ratio: ours / reference, aim: BATCH_AIM };
      }
    },
  };
}

/** Events of one execution a hundred rows each, the rest of executions that are gone. */
async function fill(database: pg.Pool, executionId: number, events: number, say: (line: string) => void) {
  const client = await database.connect();
  try {
    // Foreign keys are not looked up for what only fills.
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    for (let from = 1; from <= events; from += SLICE) {
      say(`events: ${from - 1} of ${events}`);
      await client.query(
        `INSERT INTO execution_event (execution_id, type, data, created_at)
         SELECT CASE WHEN n % 100000 = 0 THEN $1::bigint ELSE 1000000000 + n / 10 END, 'status',
                '{"status": "completed", "progress_percentage": 100}', now() - interval '${DAYS} days' * ($3::int - n) / $3::int
         FROM generate_series($2::int, least($2::int + ${SLICE} - 1, $3::int)) AS n`,
        [executionId, from, events],
      );
    }
    say('vacuuming');
    await client.query('VACUUM ANALYZE execution_event');
  } finally {
    client.release(true);
  }
}

async function timed(bench: Bench, partner: BenchPartner, executionId: number, say: (line: string) => void) {
  say('timing');
  const { stack, database } = bench;
  const dataSource = createDataSource({
    url: stack.urls.databaseUrl ?? '',
    poolSize: 2,
    applicationName: 'marketwright-bench',
  });
  await dataSource.initialize();
  try {
    await resetLimits(database);
    const result: Timed = {
      accept: await medianOf(ROUNDS, () => execute(stack, partner, 'platform_knowledge_query')),
      read: await medianOf(ROUNDS, () => selectEventsAfter(dataSource.manager, executionId, 0, 100)),
      batch: await medianOf(BATCHES, () =>
        deleteBatch(
          dataSource.manager,
          { name: 'execution_event', since: 'created_at', days: 0, beforeDelete: [] },
          new Date(Date.now() - (DAYS / 2) * 86_400_000),
        ),
      ),
    };
    return result;
  } finally {
    await dataSource.destroy();
  }
}

async function medianOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Does the work while executions are accepted one after the other, each of which must succeed. */
async function besideTraffic<Done>({ stack, database }: Bench, partner: BenchPartner, work: () => Promise<Done>) {
  await resetLimits(database);
  let isDone = false;
  let slowestMs = 0;
  let requests = 0;
  const traffic = async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await execute(stack, partner, 'platform_knowledge_query');
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      requests += 1;
      if (requests % 500 === 0) await resetLimits(database);
    }
  };
  const [result] = await Promise.all([
    work().finally(() => {
      isDone = true;
    }),
    traffic(),
  ]);
  return { result, slowestMs, requests };
}

/** Drops the partition that was the table, as monthly.sql does when it is past; returns the milliseconds. */
async function dropFirst(database: pg.Pool): Promise<number> {
  const startedAt = performance.now();
  await database.query('ALTER TABLE execution_event DETACH PARTITION execution_event_first');
  await database.query('DROP TABLE execution_event_first');
  return performance.now() - startedAt;
}
