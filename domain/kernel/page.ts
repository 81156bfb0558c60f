import { type Condition, conditionOf, countRecords, type Selection } from '../../infra/database/records.ts';
import { type Columns, omit, queryExists, queryRow, queryRows, type RowOf } from '../../infra/database/sql.ts';
import { integer, json, type Row, type Table } from '../../infra/database/table.ts';
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
  /** Rows before this page; absent on pages by number. */
  before?: number;
  /** The place after this page, as `writePlace` writes it; null at the end, absent on pages by number. */
  next_cursor?: string | null;
}

/** Which page to return: by number, or after the place of a cursor. */
export interface PageRequest {
  page: number;
  per_page: number;
  cursor?: CursorPlace | undefined;
  /** `body`: long texts are whole. */
  include?: 'body' | undefined;
}

/** A place in a list. */
export interface CursorPlace {
  /** Rows of the list when the cursor began; undefined: it begins. */
  total?: number;
  /** Rows before the place. */
  before: number;
  /** What the list is sorted by, of the last row before the place, as the database writes it; undefined: the beginning. */
  key?: readonly string[];
}

/** The cursor of the first page. */
export const BEGIN = 'begin';

/** A place as text. It is not for callers, who could change it: the edge seals it. */
export function writePlace({ total, before, key }: CursorPlace): string {
  return JSON.stringify([total, before, key]);
}

/** Reads what `writePlace` wrote, or `begin`; undefined for other texts. */
export function readPlace(text: string): CursorPlace | undefined {
  if (text === BEGIN) return { before: 0 };
  const value: unknown = parsed(text);
  if (!Array.isArray(value)) return undefined;
  const [total, before, key] = value;
  if (!Number.isInteger(total) || !Number.isInteger(before) || !Array.isArray(key)) return undefined;
  return key.every((part) => typeof part === 'string') ? { total, before, key } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a text that is no cursor of the list that is asked for. */
export const NO_CURSOR = 'Is no cursor of this list.';

/** 422 for a cursor that does not fit its list, such as one from before its order changed. */
export function notOfThisList(): AppError {
  return invalid({ cursor: [NO_CURSOR] });
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
  /** JSON columns with few values, whose texts are cut, too. Others are free-form, and bounded by their schemas. */
  jsonTexts?: readonly string[] | undefined;
}

/**
 * The columns in SQL, as a list reads them: of texts without a maximum of their own only what it shows, and one
 * character more, which shows that they are longer.
 */
export function listedColumns(columns: Columns, { include, from, jsonTexts = [] }: ListedOptions = {}): string {
  return Object.entries(columns)
    .map(([name, { options }]) => {
      const column = from === undefined ? `"${name}"` : `${from}."${name}"`;
      if (include !== undefined) return column;
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

/** A list in SQL, for both kinds of pages. */
interface KeysetList<Shown extends Columns> {
  columns: Shown;
  select: string;
  from: string;
  where: string;
  /** Parameters of these. */
  values: readonly unknown[];
  /** A further condition, which an index of words answers, with the first of these parameters. */
  words?: { condition: string; values: readonly unknown[] } | undefined;
  order: PageOrder;
  /** Adds to the entries of a page what is read only for those that are shown; it keeps their `page_place`. */
  wrap?: (entries: string) => string;
  /** Whether entries may be long, so that a page may be too large. */
  isLong?: boolean;
  /** How many rows there are; they are counted where it is absent. */
  total?(): Promise<number>;
}

/** What a list is sorted by, all in one direction: SQL of values that are never null, the last of them unique. */
export interface PageOrder {
  keys: readonly string[];
  isAscending?: boolean;
}

/** ORDER BY of an order. */
export function orderClause({ keys, isAscending = false }: PageOrder): string {
  return `ORDER BY ${keys.map((key) => `${key} ${isAscending ? 'ASC' : 'DESC'}`).join(', ')}`;
}

const PLACE = { page_place: json<string[]>() };

/**
 * A page of a list. A cursor's page begins after the last row of the page before, wherever that is by now, and costs the
 * same anywhere in the list. 422 when it is too large.
 */
export async function selectPage<Shown extends Columns>(
  db: Db,
  list: KeysetList<Shown>,
  request: PageRequest,
): Promise<Page<RowOf<Shown>>> {
  const { page, per_page, cursor } = request;
  const total = cursor?.total ?? (await (list.total?.() ?? countListed(db, list)));
  const { select, order, wrap = (entries: string) => entries } = list;
  const read = list.isLong ? queryPage : queryRows;
  const ordered = orderClause(order);
  const values = [...list.values];
  if (!cursor) {
    const offset = offsetOf(request);
    if (offset >= total) return { rows: [], total, page, per_page };
    const { from, where } = await sourceOf(db, list, { total, last: offset + per_page });
    const limit = `LIMIT $${values.push(per_page)} OFFSET $${values.push(offset)}`;
    const entries = `SELECT ${select} FROM ${from} WHERE ${where} ${ordered} ${limit}`;
    return { rows: (await read(db, list.columns, wrap(entries), values)) as RowOf<Shown>[], total, page, per_page };
  }
  const { from, where } = await sourceOf(db, list, { total, last: per_page });
  const matching = (place: readonly string[] | undefined, given: unknown[]) =>
    `FROM ${from} WHERE ${where} ${place ? `AND ${isAfter(order, place, given)}` : ''} ${ordered}`;
  const place = `json_build_array(${order.keys.map((key) => `(${key})::text`).join(', ')}) AS page_place`;
  const entries = `SELECT ${select}, ${place} ${matching(cursor.key, values)} LIMIT $${values.push(per_page)}`;
  const rows = (await read(db, { ...list.columns, ...PLACE }, wrap(entries), values)) as (RowOf<Shown> &
    RowOf<typeof PLACE>)[];
  const last = rows.length < per_page ? undefined : rows.at(-1)?.page_place;
  const further = [...list.values];
  const isMore =
    last !== undefined && (await queryExists(db, `SELECT ${select} ${matching(last, further)} LIMIT 1`, further));
  return cursorPage(rows.map(withoutPlace) as RowOf<Shown>[], { total, per_page, cursor }, isMore ? last : undefined);
}

async function countListed<Shown extends Columns>(db: Db, list: KeysetList<Shown>): Promise<number> {
  const { from, where, words, values } = list;
  const counted = `SELECT count(*)::int AS total FROM ${from} WHERE ${where}${words ? ` AND ${words.condition}` : ''}`;
  return (await queryRow(db, { total: integer() }, counted, [...values])).total;
}

/** Rows with words, up to which they are read by the index of words: some 10 ms. */
const FEW_FOUND = 5_000;
/** Rows up to which a page of frequent words is read in the order of the list: where a fortieth of all have them, some 80 ms. */
const NEAR = 200;

/**
 * FROM and WHERE of a list. The planner does not know how rare words are: it would look for rare ones in all rows of the partner, 20 µs
 * each, or sort all rows that have a frequent one. So rows with rare words are read by their index, whatever the order of the list,
 * and the first pages of frequent ones in that order, without the index.
 */
async function sourceOf<Shown extends Columns>(
  db: Db,
  { from, where, words }: KeysetList<Shown>,
  { total, last }: { total: number; last: number },
): Promise<{ from: string; where: string }> {
  if (!words) return { from, where };
  const { condition, values } = words;
  if (total <= FEW_FOUND) {
    const found = `SELECT FROM ${from} WHERE ${condition} LIMIT ${FEW_FOUND + 1}`;
    const counted = `SELECT count(*)::int AS found FROM (${found}) AS hit`;
    const { found: count } = await queryRow(db, { found: integer() }, counted, [...values]);
    // OFFSET keeps the other conditions out.
    if (count <= FEW_FOUND) return { from: `(SELECT * FROM ${from} WHERE ${condition} OFFSET 0) AS ${from}`, where };
  }
  return { from, where: `${where} AND ${last <= NEAR ? `(${condition}) IS TRUE` : condition}` };
}

/** A cursor's page; `last` is what the list is sorted by of its last row, undefined at the end of the list. */
export function cursorPage<Row>(
  rows: Row[],
  { total, per_page, cursor: { before } }: { total: number; per_page: number; cursor: CursorPlace },
  last: readonly string[] | undefined,
): Page<Row> {
  const next_cursor = last ? writePlace({ total, before: before + rows.length, key: last }) : null;
  return { rows, total, page: Math.floor(before / per_page) + 1, per_page, before, next_cursor };
}

/** SQL of the rows after a place; its values are added to the parameters. */
function isAfter({ keys, isAscending }: PageOrder, place: readonly string[], values: unknown[]): string {
  if (place.length !== keys.length) throw notOfThisList();
  const parameters = place.map((part) => `$${values.push(part)}`);
  return `(${keys.join(', ')}) ${isAscending ? '>' : '<'} (${parameters.join(', ')})`;
}

function withoutPlace<Read extends { page_place: unknown }>({ page_place: _place, ...row }: Read) {
  return row;
}

/** What a list shows of a table. */
interface Listed<Declared extends Columns, Hidden extends keyof Declared & string> {
  where: Condition<Declared>;
  order: NonNullable<Selection<Declared>['order']>;
  /** Columns that it does not show; they are not read. */
  hidden?: readonly Hidden[];
  /** JSON columns with few values, whose texts are cut, too. */
  jsonTexts?: readonly string[];
}

/** A page of the rows of a table that match `where`; its long texts are cut. 422 when it is too large. */
export async function listPage<Declared extends Columns, Hidden extends keyof Declared & string = never>(
  db: Db,
  table: Table<Declared>,
  { where, order, hidden = [], jsonTexts }: Listed<Declared, Hidden>,
  request: PageRequest,
): Promise<Page<Omit<Row<Table<Declared>>, Hidden>>> {
  const columns: Columns = omit(table, ...hidden);
  const values: unknown[] = [];
  const found = await selectPage(
    db,
    {
      columns,
      select: listedColumns(columns, { include: request.include, jsonTexts }),
      from: table.name,
      where: `(${conditionOf(table, where, values)})`,
      values,
      order: { keys: Object.keys(order).map((name) => `"${name}"`), isAscending: Object.values(order).includes('ASC') },
      isLong: true,
      total: () => countRecords(db, table, where),
    },
    request,
  );
  return found as Page<Omit<Row<Table<Declared>>, Hidden>>;
}
