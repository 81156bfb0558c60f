import { type Condition, countRecords, listStatement, type Selection } from '../../infra/database/records.ts';
import { type Columns, omit, queryRow, queryRows, type RowOf } from '../../infra/database/sql.ts';
import { integer, type Row, type Table } from '../../infra/database/table.ts';
import type { Db } from './deps.ts';
import { type AppError, invalid } from './errors.ts';

/** Longest text that a list shows whole, characters. */
export const MAX_LISTED_TEXT = 2_000;

/** Largest answer of a list, bytes. */
export const MAX_LIST_BYTES = 1_048_576;

/**
 * Most that the database sends for a page, bytes of its own notation. That is up to twice as long as JSON, since it
 * writes quotes twice, so a page that is refused here would be too large as JSON, too.
 */
const MAX_READ_BYTES = 2 * MAX_LIST_BYTES;

/** A page of a list, newest first by default. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  per_page: number;
}

/** Which page to return. */
export interface PageRequest {
  page: number;
  per_page: number;
  /** `body`: long texts are whole. */
  include?: 'body' | undefined;
}

/** Rows to skip before the page. */
export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.per_page;
}

/** 422 for a page of more than 1 MiB. */
export function pageTooLarge(): AppError {
  return invalid(
    { per_page: ['Must be smaller: the entries of this page have more than 1 MiB.'] },
    'The page has more than 1 MiB; ask for a smaller per_page.',
  );
}

/** How columns of a list are read. */
interface ListedOptions {
  /** `body`: whole. */
  include?: 'body' | undefined;
  /** Alias of the table. */
  from?: string;
  /** Columns that are never cut. */
  whole?: readonly string[] | undefined;
  /** JSON columns with few values, whose texts are cut, too. Others are free-form, and bounded by their schemas. */
  jsonTexts?: readonly string[] | undefined;
}

/**
 * The columns in SQL, as a list reads them: of texts without a maximum of their own only what it shows, and one
 * character more, which shows that they are longer.
 */
export function listedColumns(
  columns: Columns,
  { include, from, whole = [], jsonTexts = [] }: ListedOptions = {},
): string {
  return Object.entries(columns)
    .map(([name, { options }]) => {
      const column = from === undefined ? `"${name}"` : `${from}."${name}"`;
      if (include !== undefined || whole.includes(name)) return column;
      if (jsonTexts.includes(name)) return `${cutJson(column)} AS "${name}"`;
      return options.type === 'text' && !options.array ? `${cut(column)} AS "${name}"` : column;
    })
    .join(', ');
}

function cut(text: string): string {
  return `left(${text}, ${MAX_LISTED_TEXT + 1})`;
}

/** A list or an object with its texts cut. */
function cutJson(column: string): string {
  const value = `CASE jsonb_typeof(value) WHEN 'string' THEN to_jsonb(${cut("value #>> '{}'")}) ELSE value END`;
  return `CASE jsonb_typeof(${column})
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(${value} ORDER BY n), '[]')
                       FROM jsonb_array_elements(${column}) WITH ORDINALITY AS part (value, n))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, ${value}), '{}') FROM jsonb_each(${column}))
    ELSE ${column} END`;
}

/** The rows of a page, by a statement with its order and limit. 422 when they are too large; then none are sent. */
export async function queryPage<Shown extends Columns>(
  db: Db,
  columns: Shown,
  text: string,
  values: unknown[],
): Promise<RowOf<Shown>[]> {
  const entries = `WITH entry AS MATERIALIZED (${text})`;
  const size = 'coalesce(sum(octet_length(entry::text)), 0)';
  const rows = await queryRows(
    db,
    columns,
    `${entries} SELECT * FROM entry WHERE (SELECT ${size} FROM entry) <= ${MAX_READ_BYTES}`,
    values,
  );
  if (rows.length > 0) return rows;
  const { bytes } = await queryRow(
    db,
    { bytes: integer() },
    `${entries} SELECT least(${size}, ${MAX_READ_BYTES + 1})::int AS bytes FROM entry`,
    values,
  );
  if (bytes > MAX_READ_BYTES) throw pageTooLarge();
  return rows;
}

/** What a list shows of a table. */
interface Listed<Declared extends Columns, Hidden extends keyof Declared & string> {
  where: Condition<Declared>;
  order: NonNullable<Selection<Declared>['order']>;
  /** Columns that it does not show; they are not read. */
  hidden?: readonly Hidden[];
  /** Columns that are never cut. */
  whole?: readonly string[];
  /** JSON columns with few values, whose texts are cut, too. */
  jsonTexts?: readonly string[];
}

/** A page of the rows of a table that match `where`; its long texts are cut. 422 when it is too large. */
export async function listPage<Declared extends Columns, Hidden extends keyof Declared & string = never>(
  db: Db,
  table: Table<Declared>,
  { where, order, hidden = [], whole, jsonTexts }: Listed<Declared, Hidden>,
  request: PageRequest,
): Promise<Page<Omit<Row<Table<Declared>>, Hidden>>> {
  const { page, per_page, include } = request;
  const total = await countRecords(db, table, where);
  const offset = offsetOf(request);
  if (offset >= total) return { rows: [], total, page, per_page };
  const columns = omit(table, ...hidden);
  const { text, values } = listStatement(table, listedColumns(columns, { include, whole, jsonTexts }), where, {
    order,
    limit: per_page,
    offset,
  });
  const rows = await queryPage(db, columns as Columns, text, values);
  return { rows: rows as Omit<Row<Table<Declared>>, Hidden>[], total, page, per_page };
}
