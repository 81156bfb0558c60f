import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { migrate } from './data-source.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let name: string;
beforeAll(async () => {
  database = await startDatabase({ empty: true });
  [{ name }] = await database.dataSource.query('SELECT current_database() AS name');
});
afterAll(() => database.stop());

/** How many tables, indexes and the like the refused setup has made. */
const tablesIn = async () =>
  (await database.dataSource.query(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).length;

test.each([
  ['default_transaction_isolation', 'repeatable read', 'read committed'],
  ['standard_conforming_strings', 'off', 'on'],
  ['array_nulls', 'off', 'on'],
])('a database with another %s is not set up', async (setting, value, wanted) => {
  await database.dataSource.query(`ALTER DATABASE "${name}" SET ${setting} = '${value}'`);
  try {
    await expect(migrate(database.url)).rejects.toThrow(`${setting} is ${value}, and must be ${wanted}.`);
    expect(await tablesIn()).toBe(0);
  } finally {
    await database.dataSource.query(`ALTER DATABASE "${name}" RESET ${setting}`);
  }
});

test('nor is one without an encoding, in which a letter would count as its bytes', async () => {
  const plain = `${name}_plain`;
  await database.dataSource.query(
    `CREATE DATABASE "${plain}" ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  );
  try {
    const url = new URL(database.url);
    url.pathname = `/${plain}`;
    await expect(migrate(url.href)).rejects.toThrow('server_encoding is SQL_ASCII, and must be UTF8.');
  } finally {
    await database.dataSource.query(`DROP DATABASE "${plain}"`);
  }
});
