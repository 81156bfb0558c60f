import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { startDatabase, startDatabaseServer, type TestDatabase } from '../../test/environment/start-database.ts';
import { createDataSource, createSessionClient, migrate, NewerSchemaError, schemaIsCurrent } from './data-source.ts';
import { MIGRATIONS } from './migrations/index.ts';

jest.setTimeout(180_000);

/** The last migration of the releases 0.1.0 and 0.2.0. */
const FIRST_RELEASE = 1700000036000;

let fresh: TestDatabase;
let upgraded: TestDatabase;
let old: DataSource;
beforeAll(async () => {
  [fresh, upgraded] = await Promise.all([startDatabase(), startDatabase({ empty: true })]);
  old = createDataSource({ url: upgraded.url, poolSize: 2, applicationName: 'marketwright-test' });
  old.setOptions({
    migrations: MIGRATIONS.filter(({ name }) => Number(/\d+$/.exec(name)?.[0]) <= FIRST_RELEASE),
    extra: {},
  });
  await old.initialize();
});
afterAll(async () => {
  await old.destroy();
  await Promise.all([fresh.stop(), upgraded.stop()]);
});

/** Columns, constraints, indexes, functions and triggers by name. */
async function schemaOf({ dataSource }: TestDatabase): Promise<string[]> {
  const rows: { line: string }[] = await dataSource.query(`
    SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'function ' || proname || ' ' || md5(prosrc) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL SELECT 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}

test('what was migrated is there after a crash of the server at once', async () => {
  const server = await startDatabaseServer({ empty: true });
  try {
    const ran = await migrate(server.url);
    await server.stack.kill('postgres', 'SIGKILL');
    await server.stack.ready('postgres');
    const client = createSessionClient(server.url, 'test');
    await client.connect();
    const { rows } = await client.query('SELECT name FROM schema_migration ORDER BY id');
    await client.end();
    expect(rows.map(({ name }) => name)).toEqual(ran);
  } finally {
    await server.stop();
  }
});

test('a database of the first release becomes what a new one is, in one go, with its rows', async () => {
  expect(await old.runMigrations()).toHaveLength(old.migrations.length);
  expect(await schemaIsCurrent(upgraded.dataSource)).toBe(false);
  const filled = await fillTables(upgraded.dataSource);
  expect(filled).toEqual(
    expect.arrayContaining(['partner', 'execution', 'credit_entry', 'credit_account', 'invoice', 'webhook_endpoint']),
  );

  await migrate(upgraded.url);
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh));
  expect(await schemaIsCurrent(upgraded.dataSource)).toBe(true);
  const left: string[] = [];
  for (const table of filled) {
    const [there] = await upgraded.dataSource.query('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
    if (!there.there) continue;
    const [{ n }] = await upgraded.dataSource.query(`SELECT count(*)::int AS n FROM ${table}`);
    if (n > 0) left.push(table);
  }
  expect(left).toEqual(expect.arrayContaining(['partner', 'execution', 'credit_entry', 'credit_account', 'invoice']));
  expect(await migrate(upgraded.url)).toEqual([]);
});

test('a database of a later release is refused, and left as it is', async () => {
  await fresh.dataSource.query(
    `INSERT INTO schema_migration (timestamp, name) VALUES (1700009999000, 'Later1700009999000')`,
  );
  const before = await schemaOf(fresh);
  await expect(migrate(fresh.url)).rejects.toThrow(NewerSchemaError);
  await expect(migrate(fresh.url)).rejects.toThrow(/Later1700009999000/);
  expect(await schemaOf(fresh)).toEqual(before);
  // Processes of this release go on beside it, while another is rolled out.
  expect(await schemaIsCurrent(fresh.dataSource)).toBe(true);
});

test('limits that a role or database has for a pooler do not hold for migrations and sessions', async () => {
  const [{ name }] = await upgraded.dataSource.query('SELECT current_database() AS name');
  await upgraded.dataSource.query(`ALTER DATABASE "${name}" SET statement_timeout = '20ms'`);
  const plain = new pg.Client({ connectionString: upgraded.url });
  await plain.connect();
  await expect(plain.query('SELECT pg_sleep(0.2)')).rejects.toThrow(/statement timeout/);
  await plain.end();
  const session = createSessionClient(upgraded.url, 'marketwright-test');
  await session.connect();
  await session.query('SELECT pg_sleep(0.2)');
  await session.end();
});

test('the server misses the host of a session, and gives its locks to others, within half a minute', async () => {
  const session = createSessionClient(upgraded.url, 'marketwright-test');
  await session.connect();
  const { rows } = await session.query(`SELECT current_setting('tcp_keepalives_idle')::int
    + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS seconds`);
  await session.end();
  expect(rows).toEqual([{ seconds: 25 }]);
});

/** Adds a row to each table, all with the number 1, so that they refer to each other. Returns the tables that took one. */
async function fillTables(dataSource: DataSource): Promise<string[]> {
  const columns: { table: string; name: string; type: string; length: number | null; words: string | null }[] =
    await dataSource.query(`
      SELECT c.table_name AS table, c.column_name AS name, c.data_type AS type, c.character_maximum_length AS length,
             (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
              WHERE k.contype = 'c' AND cardinality(k.conkey) = 1 AND k.conrelid = c.table_name::regclass AND a.attname = c.column_name
                AND pg_get_constraintdef(k.oid) LIKE '%= ANY%' LIMIT 1) AS words
      FROM information_schema.columns c WHERE c.table_schema = current_schema() AND c.table_name <> 'schema_migration'
        AND c.is_nullable = 'NO' AND (c.column_default IS NULL OR c.is_identity = 'YES') AND c.is_generated = 'NEVER'`);
  const filled = new Set<string>();
  const tables = Map.groupBy(columns, (column) => column.table);
  // Each round has the rows that the next one's refer to.
  for (let round = 0; round < 3; round += 1) {
    for (const [table, own] of tables) {
      if (filled.has(table)) continue;
      const given = own.map(({ name, type, length, words }) => [
        name,
        FITTING[`${table}.${name}`] ?? exampleOf(type, length, words),
      ]);
      const names = given.map(([name]) => `"${name}"`).join();
      const places = given.map((_, index) => `$${index + 1}`).join();
      const values = given.map(([, value]) => value);
      const statement = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE VALUES (${places})`;
      await dataSource.query(statement, values).then(
        () => filled.add(table),
        // A constraint over several columns, or a row that it refers to.
        () => undefined,
      );
    }
  }
  return [...filled];
}

/** Values that fit others of their row. */
const FITTING: Readonly<Record<string, unknown>> = { 'invoice.tax_minor': 0 };

function exampleOf(type: string, length: number | null, words: string | null): unknown {
  if (words !== null) return /'([^']*)'::/.exec(words)?.[1];
  if (type === 'character') return 'USD'.slice(0, length ?? 3);
  if (type === 'character varying' || type === 'text') return 'x';
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000001';
  if (type === 'bytea') return Buffer.from('x');
  if (type.startsWith('timestamp') || type === 'date') return new Date('2026-01-15T00:00:00Z');
  if (type === 'ARRAY') return [];
  if (type === 'jsonb') return '{}';
  if (type === 'boolean') return false;
  return 1;
}
