import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { commitStatement } from '../../domain/commit-statement.ts';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createIds, systemClock } from '../clock/ids.ts';
import { IdempotencyLockLost } from './errors.ts';
import { createTransactor } from './transaction.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let dataSource: DataSource;
const dispatched: { id: number; command: { kind: string } }[] = [];

beforeAll(async () => {
  database = await startDatabase();
  dataSource = database.dataSource;
});

afterAll(() => database.stop());

function transactor() {
  return createTransactor<{ kind: string; n: number }>({
    dataSource,
    clock: systemClock,
    ids: createIds(),
    notify: () => undefined,
    dispatch: (messages) => void dispatched.push(...messages),
    fanOut: async () => undefined,
    commitStatement,
    log: pino({ level: 'silent' }),
  });
}

async function lockedKey(): Promise<{ rowId: number; lockToken: string }> {
  const lockToken = randomUUID();
  const rows = await dataSource.query(
    `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, lock_token, locked_until, created_at, expires_at)
     VALUES ('partner:1', 'POST', '/', $1, '', $2, now(), now(), now()) RETURNING id`,
    [randomUUID(), lockToken],
  );
  return { rowId: rows[0].id, lockToken };
}

const actor = { kind: 'system' };

test('what a unit of work leaves behind is written with it, commands in their order', async () => {
  const idempotency = await lockedKey();
  await transactor()({ actor, requestId: 'r1', idempotency }, async (tx) => {
    tx.enqueue({ kind: 'test.first', n: 1 });
    tx.enqueue({ kind: 'test.second', n: 2 });
    tx.made({ type: 'thing', id: 5 });
  });
  expect(dispatched.map(({ command }) => command)).toEqual([
    { kind: 'test.first', n: 1 },
    { kind: 'test.second', n: 2 },
  ]);
  expect(await dataSource.query('SELECT id, kind FROM outbox ORDER BY id')).toEqual(
    dispatched.map(({ id, command }) => ({ id, kind: command.kind })),
  );
  expect(
    await dataSource.query('SELECT made_type, made_id FROM idempotency_key WHERE id = $1', [idempotency.rowId]),
  ).toEqual([{ made_type: 'thing', made_id: '5' }]);
});

test('a request that another process has taken over leaves nothing behind', async () => {
  const { rowId } = await lockedKey();
  const before = await dataSource.query('SELECT count(*)::int AS n FROM outbox');
  const idempotency = { rowId, lockToken: randomUUID() };
  const work = transactor()({ actor, requestId: 'r2', idempotency }, async (tx) => {
    tx.enqueue({ kind: 'test.lost', n: 3 });
    tx.made({ type: 'thing', id: 6 });
  });
  await expect(work).rejects.toThrow(IdempotencyLockLost);
  expect(await dataSource.query('SELECT count(*)::int AS n FROM outbox')).toEqual(before);
  expect(await dataSource.query('SELECT made_id FROM idempotency_key WHERE id = $1', [rowId])).toEqual([
    { made_id: null },
  ]);
});

test('a last statement that refuses the commit leaves nothing behind, and its connection to others', async () => {
  const before = await dataSource.query('SELECT count(*)::int AS n FROM outbox');
  const refusal = (code: string, detail: string) => (code === 'MW999' ? new Error(`refused: ${detail}`) : undefined);
  const refused = (code: string) =>
    transactor()({ actor, requestId: 'r4' }, async (tx) => {
      tx.enqueue({ kind: 'test.refused', n: 5 });
      tx.beforeCommit({ text: 'SELECT refuse($1, $2)', values: [code, 'too little'], refusal });
    });
  await expect(refused('MW999')).rejects.toThrow('refused: too little');
  await expect(refused('MW998')).rejects.toMatchObject({ code: 'MW998' });
  expect(await dataSource.query('SELECT count(*)::int AS n FROM outbox')).toEqual(before);
  // More than the pool has connections.
  await Promise.all(
    Array.from({ length: 5 }, () =>
      transactor()({ actor, requestId: 'r5' }, async (tx) => {
        expect(await tx.em.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      }),
    ),
  );
});

test('the first statement is within the transaction', async () => {
  const work = transactor()({ actor, requestId: 'r6' }, async (tx) => {
    await tx.em.query('CREATE TABLE test_first (id integer)');
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await dataSource.query(`SELECT to_regclass('test_first') AS made`)).toEqual([{ made: null }]);
});

test('a unit of work that overlooks the failure of a statement does not pass for committed', async () => {
  const work = transactor()({ actor, requestId: 'r7' }, async (tx) => {
    await tx.em.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
});

test('a unit of work that fails leaves nothing behind', async () => {
  const before = dispatched.length;
  const work = transactor()({ actor, requestId: 'r3' }, async (tx) => {
    tx.enqueue({ kind: 'test.failed', n: 4 });
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(dispatched.length).toBe(before);
});
