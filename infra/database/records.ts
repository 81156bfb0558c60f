import { executeCount, type Queryable, queryMaybeRow, queryRow, queryRows } from './sql.ts';
import { type Column, integer, type Row, type Table } from './table.ts';

const TOTAL = { total: integer() };

type Declared = Record<string, Column<unknown>>;

/** A condition on rows: the column equals the value, is null, or has one of the listed values. */
type Where<C extends Declared> = { [Name in keyof C]?: Value<C, Name> | readonly Value<C, Name>[] };

/** One condition, or alternatives. */
export type Condition<C extends Declared> = Where<C> | readonly Where<C>[];

/** Values of columns. Undefined ones stay as they are, or get the database's default. */
export type Values<C extends Declared> = { [Name in keyof C]?: Value<C, Name> | undefined };

/** Changes of columns; a function gives SQL, such as `version + 1`. */
export type Changes<C extends Declared> = { [Name in keyof C]?: Value<C, Name> | undefined | (() => string) };

/** Order and limit. */
export interface Selection<C extends Declared> {
  order?: { [Name in keyof C]?: 'ASC' | 'DESC' };
  limit?: number;
  offset?: number;
}

type Value<C extends Declared, Name extends keyof C> = Row<Table<C>>[Name];

/** The first row that meets the condition; null when there is none. */
export function findRecord<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
): Promise<Row<Table<C>> | null> {
  const values: unknown[] = [];
  return queryMaybeRow(
    db,
    table,
    `SELECT * FROM ${table.name} WHERE ${conditionOf(table, where, values)} LIMIT 1`,
    values,
  );
}

/** The row that meets the condition, locked against changes until the transaction ends; null when there is none. */
export function lockRecord<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
): Promise<Row<Table<C>> | null> {
  const values: unknown[] = [];
  const found = conditionOf(table, where, values);
  return queryMaybeRow(db, table, `SELECT * FROM ${table.name} WHERE ${found} FOR NO KEY UPDATE`, values);
}

/** The rows that meet the condition. */
export function listRecords<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
  selection: Selection<C> = {},
): Promise<Row<Table<C>>[]> {
  const { text, values } = listStatement(table, '*', where, selection);
  return queryRows(db, table, text, values);
}

/** The statement that reads columns, given in SQL, of the rows that meet the condition. */
function listStatement<C extends Declared>(
  table: Table<C>,
  columns: string,
  where: Condition<C>,
  { order = {}, limit, offset }: Selection<C>,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const sorted = Object.entries(order).map(([name, direction]) => `${columnOf(table, name)} ${direction}`);
  const clauses = [
    `SELECT ${columns} FROM ${table.name} WHERE ${conditionOf(table, where, values)}`,
    sorted.length > 0 && `ORDER BY ${sorted.join(', ')}`,
    limit !== undefined && `LIMIT $${values.push(limit)}`,
    offset !== undefined && `OFFSET $${values.push(offset)}`,
  ];
  return { text: clauses.filter(Boolean).join(' '), values };
}

/** Number of rows that meet the condition. */
export async function countRecords<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
): Promise<number> {
  const values: unknown[] = [];
  const text = `SELECT count(*)::int AS total FROM ${table.name} WHERE ${conditionOf(table, where, values)}`;
  return (await queryRow(db, TOTAL, text, values)).total;
}

/** Inserts a row; returns it as stored. */
export async function insertRecord<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  given: Values<C>,
): Promise<Row<Table<C>>> {
  const values: unknown[] = [];
  const { columns, places } = insertionOf(table, given, values);
  return queryRow(db, table, `INSERT INTO ${table.name} (${columns}) VALUES (${places}) RETURNING *`, values);
}

/** SQL of the columns of a row and of their values, which are added to the parameters. */
export function insertionOf<C extends Declared>(
  table: Table<C>,
  given: Values<C>,
  values: unknown[],
): { columns: string; places: string } {
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  return {
    columns: names.map((name) => columnOf(table, name)).join(', '),
    places: names.map((name) => `$${values.push(parameter(table, name, given[name]))}`).join(', '),
  };
}

/** Updates the rows that meet the condition; returns their number. */
export async function updateRecords<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
  changes: Changes<C>,
): Promise<number> {
  const values: unknown[] = [];
  const set = Object.entries(changes).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const sql = typeof value === 'function' ? String(value()) : `$${values.push(parameter(table, name, value))}`;
    return [`${columnOf(table, name)} = ${sql}`];
  });
  return executeCount(
    db,
    `UPDATE ${table.name} SET ${set.join(', ')} WHERE ${conditionOf(table, where, values)}`,
    values,
  );
}

/** Deletes the rows that meet the condition; returns their number. */
export function deleteRecords<C extends Declared>(
  db: Queryable,
  table: Table<C>,
  where: Condition<C>,
): Promise<number> {
  const values: unknown[] = [];
  return executeCount(db, `DELETE FROM ${table.name} WHERE ${conditionOf(table, where, values)}`, values);
}

/** SQL of a condition, whose values are added to the parameters; an undefined value would silently match all rows, so it throws. */
export function conditionOf(
  table: Table,
  where: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[],
  values: unknown[],
): string {
  if (Array.isArray(where)) return where.map((one) => `(${conditionOf(table, one, values)})`).join(' OR ');
  const parts = Object.entries(where).map(([name, value]) => {
    const column = columnOf(table, name);
    if (value === undefined) throw new Error(`${table.name}.${name} is compared with nothing.`);
    if (value === null) return `${column} IS NULL`;
    if (Array.isArray(value)) return `${column} = ANY($${values.push(value)})`;
    return `${column} = $${values.push(value)}`;
  });
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/** The name of a column in SQL. Throws for an unknown one: values may have more properties than their type. */
function columnOf({ name, columns }: Table, column: string): string {
  if (!Object.hasOwn(columns, column)) throw new Error(`${name} has no column ${column}.`);
  return `"${column}"`;
}

/** The driver would send a list as an array of the database, which JSON is not. */
function parameter({ columns }: Table, name: string, value: unknown): unknown {
  return columns[name]?.options.type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
}
