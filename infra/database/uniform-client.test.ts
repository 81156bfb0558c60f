import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createDataSource, createSessionClient, migrate } from './data-source.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase({ empty: true });
  const [{ name }] = await database.dataSource.query('SELECT quote_ident(current_database()) AS name');
  for (const setting of [`datestyle = 'SQL, DMY'`, `timezone = 'Asia/Kolkata'`, `intervalstyle = 'sql_standard'`]) {
    await database.dataSource.query(`ALTER DATABASE ${name} SET ${setting}`);
  }
});
afterAll(() => database.stop());

const MOMENT = new Date('2026-12-11T23:30:00.120Z');
const READ = `SELECT $1::timestamptz AS moment, $1::timestamptz::text AS text, '2026-12-11'::date AS day,
  ('2026-01-31'::date + interval '1 month - 1 day')::date AS end`;
const EXPECTED = { moment: MOMENT, text: '2026-12-11 23:30:00.12+00', day: '2026-12-11', end: '2026-02-27' };

test('dates have one form, whatever the database has set', async () => {
  const dataSource = await createDataSource({ url: database.url, poolSize: 1, applicationName: 'test' }).initialize();
  const session = createSessionClient(database.url, 'test');
  await session.connect();
  try {
    expect(await dataSource.query(READ, [MOMENT])).toEqual([EXPECTED]);
    expect((await session.query(READ, [MOMENT])).rows).toEqual([EXPECTED]);
  } finally {
    await session.end();
    await dataSource.destroy();
  }
});

test('such a database is set up', async () => {
  expect((await migrate(database.url)).length).toBeGreaterThan(100);
});

const ROUND_TRIP = `
  const { createDataSource } = await import(process.env.MODULE);
  const dataSource = await createDataSource({ url: process.env.URL, poolSize: 1, applicationName: 'test' }).initialize();
  const moments = process.argv.slice(1).map((text) => new Date(text));
  const [{ found, texts }] = await dataSource.query('SELECT $1::timestamptz[] AS found, $1::timestamptz[]::text[] AS texts', [moments]);
  console.log(JSON.stringify({ found, texts }));
  await dataSource.destroy();`;

test.each(['Africa/Monrovia', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'a process in %s writes and reads the moments that are meant',
  async (zone) => {
    const moments = ['0001-01-01T00:00:00.000Z', '1900-01-01T00:00:00.000Z', '1970-06-01T00:00:00.000Z'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', ROUND_TRIP, ...moments, '9999-12-31T23:59:59.999Z'],
      { env: { ...process.env, TZ: zone, URL: database.url, MODULE: new URL('data-source.ts', import.meta.url).href } },
    );
    expect(JSON.parse(stdout)).toEqual({
      found: [...moments, '9999-12-31T23:59:59.999Z'],
      texts: [
        '0001-01-01 00:00:00+00',
        '1900-01-01 00:00:00+00',
        '1970-06-01 00:00:00+00',
        '9999-12-31 23:59:59.999+00',
      ],
    });
  },
);
