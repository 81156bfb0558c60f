import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { inIndexOrder } from './index-order.ts';

const OWNERS = 2_000;
const ROWS_OF_AN_OWNER = 10;
const BATCH = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
  await database.dataSource.query(`
    CREATE TABLE note (id bigint PRIMARY KEY, owner_id bigint NOT NULL, created_at timestamptz NOT NULL);
    CREATE INDEX note_by_time ON note (owner_id, created_at, id);
    INSERT INTO note SELECT n, n % ${OWNERS}, now() - n * interval '1 second' FROM generate_series(1, ${OWNERS * ROWS_OF_AN_OWNER}) AS n;
    ANALYZE note`);
});
afterAll(() => database.stop());

const PAGE = `SELECT * FROM note WHERE owner_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT ${BATCH}`;
const VALUES = [7, new Date(), 1_000_000];

test('a batch is not sorted, although its owner is taken for one of a few rows', async () => {
  const { dataSource } = database;
  const planBy = async (query: typeof dataSource.query) => JSON.stringify(await query(`EXPLAIN ${PAGE}`, VALUES));
  expect(await planBy((text, values) => dataSource.query(text, values))).toContain('Sort');
  expect(await planBy((text, values) => inIndexOrder(dataSource).query(text, values))).not.toContain('Sort');
});

test('its rows are those of the statement, also after the table has changed', async () => {
  const { dataSource } = database;
  const read = () => inIndexOrder(dataSource).query(PAGE, VALUES);
  expect(await read()).toHaveLength(ROWS_OF_AN_OWNER);
  await dataSource.query('ALTER TABLE note ADD COLUMN word text');
  expect((await read())[0]).toHaveProperty('word', null);
});

test('the setting ends with the statement, and a failure leaves a connection that works', async () => {
  const { dataSource } = database;
  await expect(inIndexOrder(dataSource).query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  expect(await dataSource.query('SHOW enable_sort')).toEqual([{ enable_sort: 'on' }]);
});
