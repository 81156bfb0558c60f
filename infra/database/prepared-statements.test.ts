import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createDataSource } from './data-source.ts';
import { createPoolReader } from './pool-reader.ts';
import { MAX_STATEMENTS } from './prepared-statements.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await startDatabase({ poolSize: 1, empty: true });
  dataSource = database.dataSource;
  await dataSource.query('CREATE TABLE thing (id integer PRIMARY KEY, name text)');
  await dataSource.query(`INSERT INTO thing VALUES (1, 'one')`);
});

afterAll(() => database.stop());

const preparedTexts = async () =>
  (await dataSource.query('SELECT statement FROM pg_prepared_statements')).map(
    (row: { statement: string }) => row.statement,
  );

test('a statement with parameters is prepared once, one without is not', async () => {
  const reader = createPoolReader(dataSource);
  const text = 'SELECT name FROM thing WHERE id = $1';
  expect(await reader.query(text, [1])).toEqual([{ name: 'one' }]);
  expect(await reader.query(text, [2])).toEqual([]);
  await reader.query('SELECT count(*) FROM thing');
  expect(await preparedTexts()).toEqual([text]);
});

test.each([
  [
    'two owners of whom one has a hundred times as many rows as the other',
    'CASE WHEN n % 100 = 0 THEN 1 ELSE 2 END',
    1,
  ],
  ['two thousand owners of ten rows, and one of ten thousand', 'CASE WHEN n % 3 = 0 THEN 0 ELSE n % 2000 + 1 END', 0],
])('a page reads few rows beside its own: %s', async (_of, owner, asked) => {
  const reader = createPoolReader(dataSource);
  await dataSource.query(`DROP TABLE IF EXISTS note; CREATE TABLE note (id integer PRIMARY KEY, owner_id integer NOT NULL, text text);
    INSERT INTO note SELECT n, ${owner}, repeat('x', 200) FROM generate_series(1, 30000) AS n; CREATE INDEX note_by_owner ON note (owner_id, id)`);
  await dataSource.query('VACUUM ANALYZE note');
  const page = 'SELECT * FROM note WHERE owner_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3';
  // Whoever asked over the connection first.
  for (let time = 0; time < 10; time += 1) await reader.query(page, [2, 20, 0]);
  const read = async () => {
    const [{ rows }] = (await dataSource.query(
      'SELECT pg_stat_force_next_flush(), seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE relname = $1',
      ['note'],
    )) as [{ rows: string }];
    return Number(rows);
  };
  await read();
  const before = await read();
  await reader.query(page, [asked, 20, 0]);
  await read();
  expect((await read()) - before).toBeLessThanOrEqual(100);
});

test('answers have the form that TypeORM gives them', async () => {
  const reader = createPoolReader(dataSource);
  for (const [text, values] of [
    ['SELECT * FROM thing WHERE id = $1', [1]],
    ['UPDATE thing SET name = name WHERE id = $1 RETURNING name', [1]],
    ['INSERT INTO thing VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id', [1, 'one']],
    ['DELETE FROM thing WHERE id = $1', [7]],
  ] as const) {
    expect(await reader.query(text, [...values])).toEqual(await dataSource.query(text, [...values]));
  }
});

test('a statement whose table was changed meanwhile is prepared anew', async () => {
  const reader = createPoolReader(dataSource);
  const text = 'SELECT * FROM thing WHERE id = $1';
  await reader.query(text, [1]);
  await dataSource.query('ALTER TABLE thing ADD COLUMN size integer');
  expect(await reader.query(text, [1])).toEqual([{ id: 1, name: 'one', size: null }]);
});

test('of more statements than are kept, those go that were used longest ago', async () => {
  const reader = createPoolReader(dataSource);
  const often = 'SELECT name FROM thing WHERE id = $1 -- often';
  for (let n = 0; n < 2 * MAX_STATEMENTS; n += 1) {
    expect(await reader.query(`SELECT ${n} AS n, $1::int AS given`, [n])).toEqual([{ n, given: n }]);
    if (n % 100 === 0) await reader.query(often, [1]);
  }
  const kept = await preparedTexts();
  expect(kept).toHaveLength(MAX_STATEMENTS);
  expect(kept).toContain(often);
  expect(kept).toContain(`SELECT ${2 * MAX_STATEMENTS - 1} AS n, $1::int AS given`);
  expect(kept).not.toContain('SELECT 7 AS n, $1::int AS given');
  expect(await reader.query('SELECT 7 AS n, $1::int AS given', [8])).toEqual([{ n: 7, given: 8 }]);
});

test('statements that are under way at once get the answers of their own, however many texts there are', async () => {
  const several = createDataSource({ url: database.url, poolSize: 3, poolWaitMs: 30_000, applicationName: 'test' });
  await several.initialize();
  const reader = createPoolReader(several);
  const numbers = Array.from({ length: 2 * MAX_STATEMENTS }, (_, index) => (index * 7) % (MAX_STATEMENTS + 100));
  const texts = (n: number) => `SELECT ${n} AS n, $1::int AS given, '${'x'.repeat(n % 5)}' AS x`;
  try {
    const onPool = Promise.all(numbers.map(async (n, given) => [n, given, await reader.query(texts(n), [given])]));
    const inOne = several.transaction((em) =>
      Promise.all(numbers.map(async (n, given) => [n, given, await em.query(texts(n), [given])])),
    );
    for (const [n, given, rows] of [...(await onPool), ...(await inOne)]) {
      expect(rows).toEqual([{ n, given, x: 'x'.repeat(Number(n) % 5) }]);
    }
    const runner = several.createQueryRunner();
    const [{ kept }] = await runner.query('SELECT count(*)::int AS kept FROM pg_prepared_statements');
    await runner.release();
    expect(kept).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(kept).toBeGreaterThan(0);
  } finally {
    await several.destroy();
  }
});

test('a statement makes way in a transaction that has failed, too', async () => {
  const reader = createPoolReader(dataSource);
  for (let n = 0; n < MAX_STATEMENTS; n += 1) await reader.query(`SELECT ${n} AS full, $1::int`, [n]);
  const runner = dataSource.createQueryRunner();
  await runner.query('BEGIN');
  await expect(runner.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
  await expect(runner.query('SELECT 2 / $1::int', [1])).rejects.toThrow('current transaction is aborted');
  await runner.query('ROLLBACK');
  await runner.release();
  expect(await reader.query('SELECT 2 / $1::int', [1])).toEqual([{ '?column?': 2 }]);
  const kept = await preparedTexts();
  expect(kept.length).toBeLessThanOrEqual(MAX_STATEMENTS);
  expect(kept).toEqual(expect.arrayContaining(['SELECT 1 / $1::int', 'SELECT 2 / $1::int']));
});

test('a closed data source is told apart from a failed statement', async () => {
  const closed = createDataSource({ url: database.url, poolSize: 1, applicationName: 'test' });
  await expect(createPoolReader(closed).query('SELECT $1::int', [1])).rejects.toThrow(
    'connection is not yet established',
  );
});
