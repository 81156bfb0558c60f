import { execute, pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, boolean, integer, text, timestamp, wholeSum } from '../../infra/database/table.ts';
import { OPEN_STATUSES } from '../executions/rules.ts';
import { invoiceCounterTable } from '../invoices/table.ts';
import type { Db } from '../kernel/deps.ts';
import { inWords } from '../kernel/sql.ts';

/** Connections of API and worker processes by the name that they gave, and whether the server still recovers. */
export async function selectProcesses(db: Db): Promise<{ names: string[]; isInRecovery: boolean }> {
  const rows = await queryRows(
    db,
    { name: text() },
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ~ '^marketwright-(api|worker)' ORDER BY 1`,
  );
  const { recovers } = await queryRow(db, { recovers: boolean() }, 'SELECT pg_is_in_recovery() AS recovers');
  return { names: rows.map(({ name }) => name), isInRecovery: recovers };
}

/** A numbered column. */
export interface NumberedColumn {
  table: string;
  column: string;
  sequence: string;
}

/** All columns that the database numbers. The numbers of outbox commands are named nowhere. */
export function selectNumberedColumns(db: Db): Promise<NumberedColumn[]> {
  return queryRows(
    db,
    { table: text(), column: text(), sequence: text() },
    `SELECT c.relname::text AS table, a.attname::text AS column,
            pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
       AND c.relname <> 'outbox'
     ORDER BY 1, 2`,
  );
}

/** The next number that the column gives, and the greatest that it has; 0: none. */
export function readNumbers(
  db: Db,
  { table, column, sequence }: NumberedColumn,
): Promise<{ next: number; greatest: number }> {
  return queryRow(
    db,
    { next: bigint(), greatest: bigint() },
    `SELECT (SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}) AS next,
            coalesce((SELECT max("${column}") FROM "${table}"), 0) AS greatest`,
  );
}

/** Sets the next number that a sequence gives. */
export async function setNextNumber(db: Db, sequence: string, next: number): Promise<void> {
  await execute(db, 'SELECT setval($1::regclass, $2, false)', [sequence, next]);
}

/** What staff should know of a restored database. */
export async function selectSummary(db: Db) {
  const facts = await queryRow(
    db,
    {
      last_entry_at: timestamp().nullable(),
      open_executions: integer(),
      held_credits: wholeSum(),
      waiting_payment_events: integer(),
      pending_deliveries: integer(),
    },
    `SELECT (SELECT max(created_at) FROM audit_log) AS last_entry_at,
            (SELECT count(*)::int FROM execution WHERE status ${inWords(OPEN_STATUSES)}) AS open_executions,
            (SELECT coalesce(sum(held), 0) FROM credit_account) AS held_credits,
            (SELECT count(*)::int FROM payment_event WHERE status = 'stored' AND reason IS NOT NULL) AS waiting_payment_events,
            (SELECT count(*)::int FROM webhook_delivery WHERE status = 'pending') AS pending_deliveries`,
  );
  const series = await queryRows(
    db,
    pick(invoiceCounterTable, 'series', 'year', 'last'),
    'SELECT series, year, last FROM invoice_counter ORDER BY year, series',
  );
  return { ...facts, series };
}
