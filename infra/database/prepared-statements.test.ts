import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createDataSource } from './data-source.ts';
import { createPoolReader } from './pool-reader.ts';

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

test('a closed data source is told apart from a failed statement', async () => {
  const closed = createDataSource({ url: database.url, poolSize: 1, applicationName: 'test' });
  await expect(createPoolReader(closed).query('SELECT $1::int', [1])).rejects.toThrow(
    'connection is not yet established',
  );
});
