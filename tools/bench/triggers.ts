import type { Bench, Measurement, Result } from './measurement.ts';
import { runProgram, startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const PARTNERS = 1_000;
/** Of so many of them an event is published in a round. */
const EVENTS = 250;
const ROUNDS = 3;

/** Events of 1,000 partners with a trigger each that they match, against events of 1,000 partners without. */
export const triggers: Measurement = {
  name: 'triggers',
  async run(bench) {
    bench.report('triggers: making partners');
    const matched = await partners(bench, 'With a trigger');
    const others = await partners(bench, 'Without');
    await bench.database.query(
      `INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, event_name, filter, input, active, sandbox,
                                     created_at, updated_at)
       SELECT gen_random_uuid(), id, 'Bench', 'faq', 'event', 'listing.updated', '{"changes.0": "title"}', '{}', true, false, now(), now()
       FROM unnest($1::bigint[]) AS p(id)`,
      [matched],
    );
    await bench.database.query('VACUUM ANALYZE workflow_trigger');
    // What comes of the firings is another matter.
    await bench.stack.pause('worker');
    try {
      const name = `Publishing an event that a trigger of each of ${PARTNERS} partners matches`;
      return [
        await compare(
          bench,
          { matched, others },
          { name: `${name}, without the engine`, aim: 'reported', environment: WITHOUT_ENGINE },
        ),
        await compare(bench, { matched, others }, { name, aim: '<= 2' }),
      ];
    } finally {
      await bench.database.query('DELETE FROM workflow_trigger WHERE partner_id = ANY ($1::bigint[])', [matched]);
      await bench.stack.start('worker');
    }
  },
};

/**
 * What publishing costs the publisher: Temporal hears of a firing after the commit, and nobody waits for that. Where it cannot be
 * reached the rows stay for the relay, as they do when many come at once.
 */
const WITHOUT_ENGINE = { TEMPORAL_ADDRESS: '127.0.0.1:1' };

async function compare(
  bench: Bench,
  { matched, others }: { matched: number[]; others: number[] },
  { name, aim, environment = {} }: { name: string; aim: string; environment?: Record<string, string> },
): Promise<Result> {
  bench.report(`triggers: ${name}`);
  const pairs = await fairShare(
    ROUNDS,
    () => publish(bench, matched, environment),
    () => publish(bench, others, environment),
  );
  return {
    name,
    ours: `${(median(pairs.ours) / EVENTS).toFixed(2)} ms`,
    reference: `${(median(pairs.reference) / EVENTS).toFixed(2)} ms`,
    ...comparisonOf(pairs),
    aim,
  };
}

async function partners({ database }: Bench, name: string): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO partner (name, plan, capabilities, created_at, updated_at)
     SELECT $1, 'starter', NULL, now(), now() FROM generate_series(1, $2) RETURNING id`,
    [name, PARTNERS],
  );
  return rows.map(({ id }) => Number(id));
}

/** Milliseconds for the events of some partners, one after the other. */
async function publish({ stack }: Bench, partnerIds: number[], environment: Record<string, string>): Promise<number> {
  const settings = {
    environment: { ...stack.environment, ...environment },
    partnerIds,
    amount: EVENTS,
    concurrency: 1,
    together: 1,
    pauseMs: 0,
  };
  if (environment !== WITHOUT_ENGINE) {
    return (await runProgram<{ durationMs: number }>('publisher.ts', settings)).durationMs;
  }
  // Its end is not waited for, which takes as long as its last attempts to reach the engine.
  const publisher = await startProgram('publisher.ts', settings);
  await publisher.stop();
  return JSON.parse(publisher.ready).durationMs;
}
