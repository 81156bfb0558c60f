import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createOutbox } from './outbox.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

test('what a clock ahead of time postponed is due once it is set back; what waits for a moment is not', async () => {
  const { dataSource } = database;
  const outbox = createOutbox<{ kind: string }>(dataSource);
  for (const [kind, wait] of [
    ['due', '-1 second'],
    ['claimed', '15 seconds'],
    ['postponed', '60 seconds'],
    ['ahead', '1 day'],
  ]) {
    await dataSource.query(
      `INSERT INTO outbox (kind, command, available_at, created_at)
       VALUES ($1::text, jsonb_build_object('kind', $1::text), clock_timestamp() + $2::interval, clock_timestamp())`,
      [kind, wait],
    );
  }
  expect((await outbox.claim(10)).map(({ command }) => command.kind).sort()).toEqual(['ahead', 'due']);
  expect(await outbox.claim(10)).toEqual([]);
});
