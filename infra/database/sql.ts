import type { Column, Row, Table } from './table.ts';

/** Columns by their name in the result of a statement. */
export type Columns = Record<string, Column<unknown>>;

/** The row type of a statement: a table's, or these columns. */
export type Shape = Columns | Table;

/** A row of such a statement. */
export type RowOf<S extends Shape> =
  S extends Table<infer Declared> ? Row<Table<Declared>> : S extends Columns ? Row<Table<S>> : never;

/** Anything that statements run on: the pool, or an open transaction. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Validates the rows of a statement; throws when they do not have that shape. */
export type RowCheck = (shape: Columns, rows: readonly object[], statement: string) => void;

let check: RowCheck | undefined;

/** Validates the rows of all statements from now on; only tests do. */
export function checkRows(by: RowCheck | undefined): void {
  check = by;
}

/** Some columns of a table. */
export function pick<Declared extends Columns, const Name extends keyof Declared & string>(
  table: Table<Declared>,
  ...names: readonly Name[]
): Pick<Declared, Name> {
  return Object.fromEntries(names.map((name) => [name, table.columns[name]])) as Pick<Declared, Name>;
}

/** The columns of a table but some. */
export function omit<Declared extends Columns, const Name extends keyof Declared & string>(
  table: Table<Declared>,
  ...names: readonly Name[]
): Omit<Declared, Name> {
  const left = Object.entries(table.columns).filter(([name]) => !names.some((omitted) => omitted === name));
  return Object.fromEntries(left) as Omit<Declared, Name>;
}

/** The rows that a statement returns. */
export async function queryRows<S extends Shape>(
  db: Queryable,
  shape: S,
  text: string,
  values?: unknown[],
): Promise<RowOf<S>[]> {
  const found = rowsOf(await db.query(text, values));
  check?.(columnsOf(shape), found, text);
  return found as RowOf<S>[];
}

/** The first row that a statement returns; null when there is none. */
export async function queryMaybeRow<S extends Shape>(
  db: Queryable,
  shape: S,
  text: string,
  values?: unknown[],
): Promise<RowOf<S> | null> {
  const [found] = await queryRows(db, shape, text, values);
  return found ?? null;
}

/** The only row of a statement that always returns one. Throws when there is none. */
export async function queryRow<S extends Shape>(
  db: Queryable,
  shape: S,
  text: string,
  values?: unknown[],
): Promise<RowOf<S>> {
  const [found] = await queryRows(db, shape, text, values);
  if (found === undefined) throw new Error(`A statement answered no row: ${text.slice(0, 200)}`);
  return found;
}

/** Whether a statement returns a row. */
export async function queryExists(db: Queryable, text: string, values?: unknown[]): Promise<boolean> {
  return rowsOf(await db.query(text, values)).length > 0;
}

/** Runs a statement whose answer does not matter. */
export async function execute(db: Queryable, text: string, values?: unknown[]): Promise<void> {
  await db.query(text, values);
}

/** Runs an UPDATE or DELETE; returns the number of changed rows. Throws for any other statement, whose result has no count. */
export async function executeCount(db: Queryable, text: string, values?: unknown[]): Promise<number> {
  const answer = await db.query(text, values);
  if (Array.isArray(answer) && Array.isArray(answer[0]) && typeof answer[1] === 'number') return answer[1];
  throw new Error(`A statement answered no count of rows: ${text.slice(0, 200)}`);
}

/** The columns of a shape by name. */
function columnsOf(shape: Shape): Columns {
  return isTable(shape) ? shape.columns : shape;
}

/** A table's name is a text; a column of that name is none. */
function isTable(shape: Shape): shape is Table {
  return typeof shape['name'] === 'string';
}

/** An UPDATE or DELETE is answered with its rows and their number, any other statement with its rows. */
function rowsOf(answer: unknown): object[] {
  if (!Array.isArray(answer)) throw new Error('A statement answered no rows.');
  return Array.isArray(answer[0]) ? answer[0] : answer;
}
