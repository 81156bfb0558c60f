import { z } from 'zod';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import { bigint, date, integer } from '../../infra/database/table.ts';
import type { Db, Deps } from './deps.ts';
import { nothing } from './invoke.ts';
import { type Step, step } from './step.ts';

/**
 * A table of differences (`n`, and `sums`) by partner and day, which triggers append to and readers add up, so that writers never
 * wait for each other. Folded rows are sums of earlier ones.
 */
interface CounterTable {
  name: string;
  /** Columns that tell the numbers of a partner's day apart. */
  kinds: readonly string[];
  /** Columns that are added up besides `n`. */
  sums?: readonly string[];
  /** Columns of which the greatest value is kept. */
  maxima?: readonly string[];
}

const rolledUpRows = z.object({ folded: z.int() });

/** The step that folds the differences of a table together, so that they stay few; tells how many rows it replaced. */
export function rollUpCounts(
  name: string,
  counters: CounterTable,
): Step<typeof nothing, typeof rolledUpRows, Pick<Deps, 'db'>> {
  return step({
    name,
    input: nothing,
    output: rolledUpRows,
    run: async ({ db }) => ({ folded: await rollUpDifferences(db, counters) }),
  });
}

/** New differences whose days one statement folds; short enough to stay far below the statement time-out. */
const BATCH_SIZE = 5_000;
/** Statements of one pass; what is beyond them comes first in the next. */
const MAX_BATCHES = 200;

const ROLLED_UP = { partner_id: bigint(), day: date(), gone: integer() };

/**
 * Folds the days of partners that have new differences, and reads no others; returns how many rows were replaced. OFFSET keeps the
 * look-up of each day apart: for a join with so many PostgreSQL reads all of the table. Rows are never updated, so their places hold.
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
    const folded = await queryMaybeRow(
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
    if (!folded) break;
    gone += folded.gone;
    last = folded;
  }
  return gone;
}
