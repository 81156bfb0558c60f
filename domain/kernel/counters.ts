import { z } from 'zod';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import { bigint, date, integer } from '../../infra/database/table.ts';
import type { Db, Deps } from './deps.ts';
import { nothing } from './invoke.ts';
import { type Step, step } from './step.ts';

/**
 * A table of differences (`n`, and `sums`) per partner and day. Triggers append to it and readers add the rows up, so
 * writers never wait for each other. Rolled-up rows are sums of earlier ones.
 */
interface CounterTable {
  name: string;
  /** Columns that, with partner and day, identify a counter. */
  kinds: readonly string[];
  /** Columns that are summed besides `n`. */
  sums?: readonly string[];
  /** Columns of which the maximum is kept. */
  maxima?: readonly string[];
}

const rolledUpRows = z.object({ replaced: z.int() });

/** A step that rolls up the differences of a table, so that there are few rows. Returns how many rows it replaced. */
export function rollUpCounts(
  name: string,
  counters: CounterTable,
): Step<typeof nothing, typeof rolledUpRows, Pick<Deps, 'db'>> {
  return step({
    name,
    input: nothing,
    output: rolledUpRows,
    run: async ({ db }) => ({ replaced: await rollUpDifferences(db, counters) }),
  });
}

/** New differences rolled up per statement; small enough to stay far below the statement time-out. */
const BATCH_SIZE = 5_000;
/** Statements per pass. The next pass starts with what is left. */
const MAX_BATCHES = 200;

const ROLLED_UP = { partner_id: bigint(), day: date(), gone: integer() };

/**
 * Rolls up only the days of partners that have new differences; returns how many rows were replaced. OFFSET 0 keeps the
 * look-up of each day separate: PostgreSQL would otherwise join by reading the whole table. Rows are never updated, so
 * a ctid stays valid.
 */
async function rollUpDifferences(db: Db, { name, kinds, sums = [], maxima = [] }: CounterTable): Promise<number> {
  const columns = ['partner_id', 'day', ...kinds].join(', ');
  const added = ['n', ...sums];
  const totals = added.map((column) => `sum(${column})`);
  const kept = [...added, ...maxima].join(', ');
  const values = [...totals, ...maxima.map((column) => `max(${column})`)].join(', ');
  let gone = 0;
  let last = { partner_id: 0, day: '-infinity' };
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rolledUpBatch = await queryMaybeRow(
      db,
      ROLLED_UP,
      `WITH fresh AS (
         SELECT DISTINCT partner_id, day FROM (
           SELECT partner_id, day FROM ${name} WHERE NOT folded AND (partner_id, day) > ($1::bigint, $2::date)
           ORDER BY partner_id, day LIMIT ${BATCH_SIZE}
         ) difference
       ), found AS (
         SELECT c.ctid FROM fresh CROSS JOIN LATERAL (
           SELECT ctid FROM ${name} WHERE partner_id = fresh.partner_id AND day = fresh.day OFFSET 0
         ) c
       ), gone AS (
         DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM found)) RETURNING *
       ), folded AS (
         INSERT INTO ${name} (${columns}, ${kept}, folded)
         SELECT ${columns}, ${values}, true FROM gone GROUP BY ${columns}
         HAVING ${totals.map((total) => `${total} <> 0`).join(' OR ')}
       )
       SELECT partner_id, day, (SELECT count(*) FROM gone)::int AS gone
       FROM fresh ORDER BY partner_id DESC, day DESC LIMIT 1`,
      [last.partner_id, last.day],
    );
    if (!rolledUpBatch) break;
    gone += rolledUpBatch.gone;
    last = rolledUpBatch;
  }
  return gone;
}
