import { z } from 'zod';
import { queryRows } from '../../infra/database/sql.ts';
import { bigint, uuid } from '../../infra/database/table.ts';
import type { CommandKind } from './command.ts';
import type { Deps } from './deps.ts';
import { integer, moment } from './schema.ts';
import { inWords } from './sql.ts';
import { type Step, step } from './step.ts';

/**
 * Selects open rows for the reconciler: those after an id, or with certain keys, that have not been updated since a
 * moment.
 */
export const staleRowsInput = z.object({
  untouchedSince: moment,
  afterId: z.int().min(0),
  limit: integer(1, 1_000),
  rowKeys: z.array(z.uuid()).optional(),
});

/** Open rows whose run may be lost. */
export const staleRows = z.array(z.object({ id: z.int(), row_key: z.string() }));

/** Rows that each have a workflow run. */
interface RunRows {
  /** Has `id`, `row_key`, `status` and `updated_at`. */
  table: string;
  open: readonly string[];
  /** Further SQL condition on an open row `r`, where some of them wait for something other than a run. */
  condition?: string;
  /** The command that starts the run. A row whose command is still in the outbox is not stale. */
  startedBy: CommandKind;
}

/** A step that lists open rows that have not been updated for a while and have no pending start command. */
export function listStale(
  name: string,
  { table, open, condition = 'true', startedBy }: RunRows,
): Step<typeof staleRowsInput, typeof staleRows, Pick<Deps, 'db'>> {
  return step({
    name,
    input: staleRowsInput,
    output: staleRows,
    run: ({ db }, _call, { untouchedSince, afterId, limit, rowKeys }) =>
      queryRows(
        db,
        { id: bigint(), row_key: uuid() },
        `SELECT r.id, r.row_key FROM ${table} r
         WHERE r.status ${inWords(open)} AND ${condition} AND r.updated_at < $1 AND r.id > $2
           ${rowKeys ? 'AND r.row_key = ANY($4::uuid[])' : ''}
           AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.parked_at IS NULL AND o.kind = '${startedBy}'
                             AND o.command->>'rowKey' = r.row_key::text)
         ORDER BY r.id LIMIT $3`,
        [untouchedSince, afterId, limit, ...(rowKeys ? [rowKeys] : [])],
      ),
  });
}
