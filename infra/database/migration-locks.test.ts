import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { migrate } from './data-source.ts';
import { repeatedWhileLocked } from './migration-locks.ts';
import { MIGRATIONS } from './migrations/index.ts';

jest.setTimeout(60_000);

const WAITING_FOR_MAIL = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.relation = 'mail'::regclass AND NOT l.granted`;

let database: TestDatabase;
beforeEach(async () => {
  database = await startDatabase({ empty: true });
});
afterEach(() => database.stop());

test('of two processes that migrate at once, one migrates, and the other finds it done', async () => {
  const ran = await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(ran.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, MIGRATIONS.length]);
});

test('a migration that has to wait for a table keeps nobody else from it, and goes on once it is free', async () => {
  await migrate(database.url);
  const { dataSource } = database;
  const last = MIGRATIONS.findIndex(({ name }) => name === 'UnconfirmedMails1700000166000');
  await dataSource.query('ALTER TABLE mail DROP COLUMN unconfirmed');
  await dataSource.query('DELETE FROM schema_migration WHERE name = $1', [MIGRATIONS[last]?.name]);

  const dump = new pg.Client({ connectionString: database.url });
  await dump.connect();
  await dump.query('BEGIN');
  await dump.query('SELECT FROM mail');
  const migrated = migrate(database.url);
  await waitUntil('the migration waits', async () => (await dataSource.query(WAITING_FOR_MAIL)).length > 0);
  // A request, whose wait for a lock is limited.
  expect(await dataSource.query('SELECT count(*)::int AS n FROM mail')).toEqual([{ n: 0 }]);
  await dump.end();
  expect(await migrated).toEqual([MIGRATIONS[last]?.name]);
});

test('work that does not get its locks in time is given up, and other errors at once', async () => {
  const { dataSource } = database;
  await dataSource.query('CREATE TABLE taken ()');
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK taken');
  const TRIES = { longestMs: 200, pauseMs: 300 };
  let tries = 0;
  const lock = (em: EntityManager) => {
    tries += 1;
    return em.query('LOCK taken NOWAIT');
  };
  await expect(repeatedWhileLocked(() => dataSource.transaction(lock), TRIES)).rejects.toMatchObject({ code: '55P03' });
  expect(tries).toBe(2);
  await holder.end();
  await expect(repeatedWhileLocked(() => dataSource.query('SELECT nothing'))).rejects.toMatchObject({ code: '42703' });
});
