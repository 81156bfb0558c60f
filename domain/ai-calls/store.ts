import { insertRecord } from '../../infra/database/records.ts';
import { queryRow } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, placeholders, startOfDay } from '../kernel/sql.ts';
import { type AiCallRow, aiCallTable } from './table.ts';

/** Totals of several calls. */
interface AiCallTotals {
  input_tokens: number;
  output_tokens: number;
  /** Only calls with a price. */
  price_micros: number;
  unpriced_calls: number;
}

/** A page of calls with the totals of all calls that match the filter. */
export interface AiCallPage extends Page<AiCallRow> {
  totals: AiCallTotals;
}

/** Adds a call. */
export async function insertAiCall(db: Db, call: Omit<AiCallRow, 'id'>): Promise<void> {
  await insertRecord(db, aiCallTable, call);
}

const TOTALS = {
  total: bigint(),
  input_tokens: bigint(),
  output_tokens: bigint(),
  price_micros: bigint(),
  unpriced_calls: bigint(),
};

/** Filters of the list; days are inclusive and in UTC. */
interface AiCallFilter {
  execution_id?: number | undefined;
  task?: string | undefined;
  model?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A partner's calls, newest first, with totals. */
export async function selectAiCalls(
  db: Db,
  partnerId: number,
  filter: AiCallFilter,
  page: PageRequest,
): Promise<AiCallPage> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [execution, task, model] = [place(filter.execution_id), place(filter.task), place(filter.model)];
  const [from, to] = [place(filter.from), place(filter.to)];
  const where = allOf([
    'partner_id = $1',
    execution && `subject_type = 'execution' AND subject_id = ${execution}`,
    task && `task = ${task}`,
    model && `model = ${model}`,
    from && `created_at >= ${startOfDay(from)}`,
    to && `created_at < ${endOfDay(to)}`,
  ]);
  const { total, ...totals } = await queryRow(
    db,
    TOTALS,
    `SELECT count(*) AS total, coalesce(sum(input_tokens), 0)::bigint AS input_tokens,
            coalesce(sum(output_tokens), 0)::bigint AS output_tokens,
            coalesce(sum(price_micros), 0)::bigint AS price_micros, count(*) FILTER (WHERE price_micros IS NULL) AS unpriced_calls
     FROM ai_call WHERE ${where}`,
    values,
  );
  const found = await selectPage(
    db,
    {
      columns: aiCallTable.columns,
      select: '*',
      from: 'ai_call',
      where,
      values,
      order: { keys: ['id'] },
      total: async () => total,
    },
    page,
  );
  return { ...found, totals };
}
