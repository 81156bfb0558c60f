import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { countRecords, listRecords } from '../infra/database/records.ts';
import { tablesOf } from '../infra/database/table.ts';
import { startDatabase, type TestDatabase } from '../test/environment/start-database.ts';
import * as areas from './tables.ts';

const TABLES = tablesOf(areas);

const TYPES: Record<string, string> = {
  varchar: 'character varying',
  char: 'character',
  timestamptz: 'timestamp with time zone',
};

interface Shape {
  columns: Record<string, string>;
  primaryKey: string[];
}

let database: TestDatabase;
let dataSource: DataSource;
/** As the migrations made them. */
const migrated: Record<string, Shape> = {};
let withDefault: Set<string>;

beforeAll(async () => {
  database = await startDatabase();
  dataSource = database.dataSource;
  const rows: { table: string; name: string; type: string; required: boolean; key: number | null; filled: boolean }[] =
    await dataSource.query(
      `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
              array_position(i.indkey::smallint[], a.attnum) AS key, a.atthasdef OR a.attidentity <> '' AS filled
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
         AND c.relname <> 'schema_migration'
       ORDER BY c.relname, a.attnum`,
    );
  for (const { table, name, type, required, key } of rows) {
    migrated[table] ??= { columns: {}, primaryKey: [] };
    migrated[table].columns[name] = `${type}${required ? ' NOT NULL' : ''}`;
    if (key !== null) migrated[table].primaryKey.push(name);
  }
  withDefault = new Set(rows.filter((row) => row.filled).map((row) => `${row.table}.${row.name}`));
});

afterAll(() => database.stop());

test('the migrated tables are the declared ones: columns, types, nullability and keys', () => {
  const declared: Record<string, Shape> = {};
  for (const { name, columns } of TABLES) {
    const entries = Object.entries(columns);
    declared[name] = {
      columns: Object.fromEntries(entries.map(([column, { options }]) => [column, typeOf(options)])),
      primaryKey: entries.filter(([, { options }]) => options.primary).map(([column]) => column),
    };
  }
  expect(sorted(declared)).toEqual(sorted(migrated));
});

test('what declarations leave to the database is filled in by it', () => {
  const left = TABLES.flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([, { options }]) => options.default !== undefined || options.generated)
      .map(([column]) => `${name}.${column}`),
  );
  expect(left.filter((column) => !withDefault.has(column))).toEqual([]);
});

test('a CHECK admits the words that its column declares, and every such CHECK is declared', async () => {
  const rows: { column: string; definition: string }[] = await dataSource.query(
    `SELECT c.conrelid::regclass || '.' || a.attname AS column, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'c' AND cardinality(c.conkey) = 1 AND pg_get_constraintdef(c.oid) LIKE '%= ANY%'`,
  );
  const checked = rows.map(({ column, definition }) => [
    column,
    Array.from(definition.matchAll(/'([^']*)'::/g), ([, word]) => word),
  ]);
  const declared = TABLES.flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([column, { values }]) => (values ? [[`${name}.${column}`, values]] : [])),
  );
  expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(declared));
  expect(checked).not.toHaveLength(0);
});

test('each table can be read by what its declaration makes', async () => {
  for (const table of TABLES) {
    const rows = await listRecords(dataSource, table, {}, { limit: 1 });
    expect([table.name, rows.length]).toEqual([table.name, Math.min(1, await countRecords(dataSource, table, {}))]);
  }
});

test('retention names columns that there are', () => {
  for (const { name, columns, retention } of TABLES) {
    if (!retention) continue;
    expect([name, Object.keys(columns)]).toEqual([name, expect.arrayContaining([retention.since])]);
    const key = retention.key ?? 'id';
    if (key !== 'ctid') expect([name, Object.keys(columns)]).toEqual([name, expect.arrayContaining([key])]);
  }
});

test('a table that is kept with another is deleted with its rows', async () => {
  const rows: { deleted: string; owner: string }[] = await dataSource.query(
    `SELECT conrelid::regclass AS deleted, confrelid::regclass AS owner FROM pg_constraint
     WHERE contype = 'f' AND confdeltype = 'c'`,
  );
  const cascades = rows.map(({ deleted, owner }) => `${deleted} with ${owner}`);
  const declared = TABLES.flatMap(({ name, kept }) => ('with' in kept ? [`${name} with ${kept.with}`] : []));
  expect(cascades).toEqual(expect.arrayContaining(declared));
  expect(declared).not.toHaveLength(0);
});

/** As PostgreSQL writes it. */
function typeOf(options: (typeof TABLES)[number]['columns'][string]['options']): string {
  const name = TYPES[String(options.type)] ?? String(options.type);
  const size = options.length
    ? `(${options.length})`
    : options.precision
      ? `(${options.precision},${options.scale})`
      : '';
  return `${name}${size}${options.array ? '[]' : ''}${options.nullable ? '' : ' NOT NULL'}`;
}

/** The order of columns and keys does not matter. */
function sorted(all: Record<string, Shape>): Record<string, Shape> {
  return Object.fromEntries(
    Object.entries(all).map(([name, { columns, primaryKey }]) => [
      name,
      { columns, primaryKey: primaryKey.toSorted() },
    ]),
  );
}
