import { execute, omit, type Queryable, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer, type Link, type Table, varchar, wholeSum } from '../../infra/database/table.ts';
import { clearedOf, linksOf, type Reference, ROOTS, type Subject } from './rules.ts';
import { type ErasureRow, erasureTable } from './table.ts';

/** Rows that one statement deletes, changes or reads. */
const SLICE = 500;

/** All tables by name. */
export type Tables = ReadonlyMap<string, Table>;

type Key = string | number;

/** SQL condition on the rows of a table that belong to a subject, as one statement; `false` where it has none. */
function scopeOf(tables: Tables, table: Table, subject: Subject): string {
  const scopes = linksOf(table, subject.kind).map((link) => {
    const key = link.key ?? 'id';
    const parents =
      link.to === ROOTS[subject.kind]
        ? `SELECT ${subject.id}::bigint AS key`
        : `SELECT ${key} AS key FROM ${link.to} WHERE ${scopeOf(tables, tableOf(tables, link.to), subject)}`;
    const values = link.as
      ? `SELECT unnest(ARRAY[${link.as.join(', ')}]) FROM (SELECT key::text AS key FROM (${parents}) AS ids) AS keys`
      : parents;
    return `${link.by} IN (${values})${whereOf(table, subject)}`;
  });
  return scopes.length > 0 ? `(${scopes.join(' OR ')})` : 'false';
}

/** Number of a subject's rows in a table. */
export async function countRows(db: Queryable, tables: Tables, table: Table, subject: Subject): Promise<number> {
  const scope = scopeOf(tables, table, subject);
  return (await queryRow(db, { n: integer() }, `SELECT count(*)::int AS n FROM ${table.name} WHERE ${scope}`)).n;
}

/** Rows that are read for an export at once. */
const ROWS_IN_SLICE = 50;
/** The same of a table with files of several MiB, which become text. */
const FILES_IN_SLICE = 5;

/** A subject's rows in a table without secrets, in slices; only within a transaction. */
export async function* readRows(
  db: Queryable,
  tables: Tables,
  table: Table,
  subject: Subject,
): AsyncGenerator<readonly object[]> {
  const columns = omit(table, ...(table.data.secret ?? []), ...searchColumns(table));
  const list = Object.keys(columns).map((name) => `"${name}"`);
  const scope = scopeOf(tables, table, subject);
  await execute(
    db,
    `DECLARE own_rows NO SCROLL CURSOR FOR SELECT ${list.join(', ')} FROM ${table.name} WHERE ${scope}`,
  );
  const slice = Object.values(table.columns).some(({ options }) => options.type === 'bytea')
    ? FILES_IN_SLICE
    : ROWS_IN_SLICE;
  for (;;) {
    const rows = await queryRows(db, columns, `FETCH ${slice} FROM own_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await execute(db, 'CLOSE own_rows');
}

const searchColumns = ({ columns }: Table) =>
  Object.keys(columns).filter((name) => columns[name]?.options.type === 'tsvector');

/** Foreign keys that hold a row; those that let go of it by themselves are left out. */
export function selectReferences(db: Queryable): Promise<Reference[]> {
  return queryRows(
    db,
    { from: varchar(63), to: varchar(63) },
    `SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint c
     JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
     WHERE c.contype = 'f' AND c.confdeltype <> 'n' AND c.conparentid = 0
       AND c.connamespace = current_schema()::regnamespace`,
  );
}

/** Deletes a subject's rows of a table, slice by slice, and reports the number of each. */
export async function deleteRows(
  db: Queryable,
  tables: Tables,
  table: Table,
  { subject, newestFirst }: { subject: Subject; newestFirst: boolean },
  onSlice: (deleted: number) => Promise<void>,
): Promise<void> {
  const { name } = table;
  for (const link of linksOf(table, subject.kind)) {
    const own = `${matches(link)}${whereOf(table, subject)}`;
    // Some tables allow deletions to retention only, which is named by the same setting.
    const statement = `WITH mark AS MATERIALIZED (
         SELECT set_config('marketwright.retention', $2, true)
       ), gone AS (
         DELETE FROM ${name} WHERE ${own} AND ctid = ANY(ARRAY(
           SELECT ctid FROM ${name} WHERE ${own}${newestFirst ? ' ORDER BY id DESC' : ''} LIMIT ${SLICE}
         )) RETURNING 1
       )
       SELECT count(*)::int AS n FROM gone WHERE EXISTS (SELECT FROM mark)`;
    for await (const keys of keysOf(db, tables, link, subject)) {
      for (;;) {
        const { n } = await queryRow(db, { n: integer() }, statement, [keys, name]);
        if (n === 0) break;
        await onSlice(n);
      }
    }
  }
}

/** Clears columns of a subject's rows, slice by slice, and reports the number of rows that it changed. */
export async function clearRows(
  db: Queryable,
  tables: Tables,
  table: Table,
  subject: Subject,
  onSlice: (cleared: number) => Promise<void>,
): Promise<void> {
  const cleared = Object.entries(clearedOf(table, subject.kind));
  const set = cleared.map(([column, value]) => `${column} = ${value}`);
  const differs = cleared.map(([column, value]) => `${column} IS DISTINCT FROM ${value}`);
  for await (const keys of keysOf(db, tables, { to: table.name }, subject)) {
    const { n } = await queryRow(
      db,
      { n: integer() },
      `WITH changed AS (
         UPDATE ${table.name} SET ${set.join(', ')} WHERE id = ANY($1) AND (${differs.join(' OR ')}) RETURNING 1
       ) SELECT count(*)::int AS n FROM changed`,
      [keys],
    );
    if (n > 0) await onSlice(n);
  }
}

/** Keys of the rows that a link leads to, in slices: the subject itself, or rows that belong to it. */
async function* keysOf(
  db: Queryable,
  tables: Tables,
  { to, key = 'id' }: Pick<Link, 'to' | 'key'>,
  subject: Subject,
): AsyncGenerator<readonly string[]> {
  if (to === ROOTS[subject.kind]) {
    yield [String(subject.id)];
    return;
  }
  const table = tableOf(tables, to);
  const column = table.columns[key];
  if (!column) throw new Error(`${to} has no column ${key}.`);
  for (const link of linksOf(table, subject.kind)) {
    for await (const parents of keysOf(db, tables, link, subject)) {
      let last: Key | undefined;
      do {
        const rows = await queryRows(
          db,
          { key: column },
          `SELECT ${key} AS key FROM ${to} WHERE ${matches(link)}${whereOf(table, subject)}${last === undefined ? '' : ` AND ${key} > $2`}
           ORDER BY ${key} LIMIT ${SLICE}`,
          last === undefined ? [parents] : [parents, last],
        );
        if (rows.length > 0) yield rows.map((row) => String(row.key));
        last = rows.length < SLICE ? undefined : (rows.at(-1)?.key as Key);
      } while (last !== undefined);
    }
  }
}

/** SQL: the row has one of the keys in `$1`. */
function matches({ by, as }: Link): string {
  const keys = as ? `ARRAY(SELECT unnest(ARRAY[${as.join(', ')}]) FROM unnest($1::text[]) AS key)` : '$1';
  return `${by} = ANY(${keys})`;
}

function whereOf({ data }: Table, { kind }: Subject): string {
  return kind === 'user' && data.people?.where ? ` AND ${data.people.where}` : '';
}

function tableOf(tables: Tables, name: string): Table {
  const table = tables.get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table;
}

/** The erasure of a subject that is not complete, or a new one. */
export function openErasure(
  db: Queryable,
  now: Date,
  { subject, partner_id, user_id }: Pick<ErasureRow, 'subject' | 'partner_id' | 'user_id'>,
): Promise<ErasureRow> {
  return queryRow(
    db,
    erasureTable,
    `INSERT INTO erasure (subject, partner_id, user_id, rows, started_at) VALUES ($1, $2, $3, '{}', $4)
     ON CONFLICT (partner_id, coalesce(user_id, 0)) WHERE completed_at IS NULL DO UPDATE SET subject = excluded.subject
     RETURNING *`,
    [subject, partner_id, user_id, now],
  );
}

/** Adds rows of a table to an erasure. */
export function addErased(db: Queryable, id: number, table: string, rows: number): Promise<void> {
  return execute(
    db,
    `UPDATE erasure SET rows = rows || jsonb_build_object($2::text, coalesce((rows->>$2)::int, 0) + $3::int) WHERE id = $1`,
    [id, table, rows],
  );
}

/** Marks an erasure as complete. */
export function completeErasure(db: Queryable, now: Date, id: number): Promise<ErasureRow> {
  return queryRow(db, erasureTable, 'UPDATE erasure SET completed_at = $2 WHERE id = $1 RETURNING *', [id, now]);
}

/** SQL: the partners that were erased; what no invoice bills of theirs was waived. */
export const ERASED_PARTNERS = 'SELECT partner_id FROM erasure WHERE user_id IS NULL AND completed_at IS NOT NULL';

/** What has to be settled before the partner's data can be erased: credits that work holds, and what is not billed. */
export async function findUnsettled(
  db: Queryable,
  partnerId: number,
): Promise<{ held: number; orders: number; unbilled_minor: string }> {
  const found = await queryMaybeRow(
    db,
    { held: integer(), orders: integer(), unbilled_minor: wholeSum() },
    `SELECT coalesce((SELECT held FROM credit_account WHERE partner_id = $1), 0)::int AS held,
            (SELECT count(*)::int FROM customer_order WHERE partner_id = $1 AND invoice_id IS NULL AND amount_minor > 0) AS orders,
            (SELECT coalesce(sum(amount_minor), 0)::numeric(30, 0) FROM unbilled_usage WHERE partner_id = $1) AS unbilled_minor`,
    [partnerId],
  );
  return found ?? { held: 0, orders: 0, unbilled_minor: '0' };
}
