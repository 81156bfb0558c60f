import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { startDatabaseServer } from '../../test/environment/start-database.ts';
import { createDataSource } from './data-source.ts';
import { isUnavailable } from './errors.ts';

jest.setTimeout(60_000);

let server: Awaited<ReturnType<typeof startDatabaseServer>>;
beforeAll(async () => {
  server = await startDatabaseServer({ empty: true });
});
afterAll(() => server.stop());

test('a pool for writes uses no standby, and the server once it is the primary; one for reading uses both', async () => {
  await server.dataSource.query('CREATE TABLE note (text text)');
  const writes = createDataSource({ url: server.url, poolSize: 2, primaryOnly: true, applicationName: 'writes' });
  await writes.initialize();
  const note = async (dataSource: DataSource, text: string) => {
    await dataSource.query('INSERT INTO note VALUES ($1)', [text]);
  };
  await note(writes, 'before');

  await server.stack.pause('postgres');
  await writeFile(path.join(server.stack.dataDir, 'postgres/standby.signal'), '');
  await server.stack.start('postgres');
  const refused = await writes.query('SELECT 1').catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: 'The database is a standby, which takes no writes.' });
  expect(isUnavailable(refused)).toBe(true);
  expect(await server.dataSource.query('SELECT text FROM note')).toEqual([{ text: 'before' }]);

  await server.dataSource.query('SELECT pg_promote()');
  await note(writes, 'after');
  expect(await server.dataSource.query('SELECT text FROM note')).toEqual([{ text: 'before' }, { text: 'after' }]);
  await writes.destroy();
});
