import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { type Stack, startStack } from '../../local/stack.ts';
import { createDataSource } from '../data-source.ts';
import { migrate } from '../schema.ts';

/** Tables that are only ever used in statements of their own. */
const WITHOUT_ENTITY = ['execution_count', 'rate_counter', 'schema_migration'];

const TYPES: Record<string, string> = {
  varchar: 'character varying',
  char: 'character',
  timestamptz: 'timestamp with time zone',
};

interface Table {
  columns: Record<string, string>;
  primaryKey: string[];
}

let stack: Stack;
let dataSource: DataSource;
let tables: Record<string, Table>;
let withDefault: Set<string>;

beforeAll(async () => {
  stack = await startStack({ parts: ['postgres'] });
  const url = stack.urls.databaseUrl ?? '';
  await migrate(url);
  dataSource = createDataSource({ url, poolSize: 2, applicationName: 'marketwright-test' });
  await dataSource.initialize();
  const rows: { table: string; name: string; type: string; required: boolean; key: number | null; filled: boolean }[] =
    await dataSource.query(
      `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
              array_position(i.indkey::smallint[], a.attnum) AS key, a.atthasdef OR a.attidentity <> '' AS filled
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
       ORDER BY c.relname, a.attnum`,
    );
  tables = {};
  for (const { table, name, type, required, key } of rows) {
    tables[table] ??= { columns: {}, primaryKey: [] };
    tables[table].columns[name] = `${type}${required ? ' NOT NULL' : ''}`;
    if (key !== null) tables[table].primaryKey.push(name);
  }
  withDefault = new Set(rows.filter((row) => row.filled).map((row) => `${row.table}.${row.name}`));
});

afterAll(async () => {
  await dataSource?.destroy();
  await stack?.stop();
});

test('every table of the migrated database has an entity, and every entity a table', () => {
  const known = dataSource.entityMetadatas.map((entity) => entity.tableName);
  expect(Object.keys(tables).sort()).toEqual([...known, ...WITHOUT_ENTITY].sort());
});

test('entities have the columns of their tables, with the same types, nullability and keys', () => {
  const entities: Record<string, Table> = {};
  for (const { tableName, columns, primaryColumns } of dataSource.entityMetadatas) {
    entities[tableName] = {
      columns: Object.fromEntries(columns.map((column) => [column.databaseName, typeOf(column)])),
      primaryKey: primaryColumns.map((column) => column.databaseName),
    };
  }
  const wanted = Object.entries(tables).filter(([name]) => !WITHOUT_ENTITY.includes(name));
  expect(sorted(entities)).toEqual(sorted(Object.fromEntries(wanted)));
});

test('what entities leave to the database is filled in by it', () => {
  const left = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns
      .filter((column) => column.default !== undefined || column.isGenerated)
      .map((column) => `${tableName}.${column.databaseName}`),
  );
  expect(left.filter((column) => !withDefault.has(column))).toEqual([]);
});

/** As PostgreSQL writes it. */
function typeOf(column: ColumnMetadata): string {
  const name = TYPES[String(column.type)] ?? String(column.type);
  const size = column.length ? `(${column.length})` : column.precision ? `(${column.precision},${column.scale})` : '';
  return `${name}${size}${column.isArray ? '[]' : ''}${column.isNullable ? '' : ' NOT NULL'}`;
}

/** The order of columns and keys is no part of the comparison. */
function sorted(all: Record<string, Table>): Record<string, Table> {
  return Object.fromEntries(
    Object.entries(all).map(([name, { columns, primaryKey }]) => [
      name,
      { columns, primaryKey: primaryKey.toSorted() },
    ]),
  );
}
