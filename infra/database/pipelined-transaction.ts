import type { Socket } from 'node:net';
import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { CommitStatement } from './port.ts';

/**
 * Runs work in a transaction without extra round trips: BEGIN travels with the first statement and COMMIT with the last ones,
 * which reach the database in one piece. What only these lock is locked for as long as the database itself needs.
 */
export async function pipelinedTransaction<Value>(
  dataSource: DataSource,
  work: (em: EntityManager) => Promise<{ value: Value; last: readonly CommitStatement[] }>,
): Promise<{ value: Value; answers: pg.QueryResultRow[][] }> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: pg.PoolClient = await runner.connect();
    // Else a repository would begin a transaction of its own for each change.
    Object.assign(runner, { isTransactionActive: true });
    const begun = begin(client);
    const outcome = await work(dataSource.createEntityManager(runner)).catch(async (error: unknown) => {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    });
    return { value: outcome.value, answers: await commit(client, begun, outcome.last) };
  } finally {
    await runner.release();
  }
}

/** The first statement follows in the same turn of the event loop, and so in the same packet. */
function begin(client: pg.PoolClient): Promise<unknown> {
  const socket = client.connection.stream as Socket;
  socket.cork();
  const begun = client.query('BEGIN');
  process.nextTick(() => socket.uncork());
  // When it fails, the following statements fail too.
  begun.catch(() => undefined);
  return begun;
}

async function commit(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  last: readonly CommitStatement[],
): Promise<pg.QueryResultRow[][]> {
  const socket = client.connection.stream as Socket;
  socket.cork();
  const answers = last.map(({ text, values }) => client.query(text, values));
  const committed = client.query('COMMIT');
  socket.uncork();
  // All, since the connection is free for others only then; what follows a failure fails because of it.
  const settled = await Promise.allSettled([...answers, begun, committed]);
  const failed = settled.findIndex(({ status }) => status === 'rejected');
  const failure = settled[failed];
  if (failure?.status === 'rejected') throw explain(failure.reason, last[failed]);
  // The server answers ROLLBACK when a statement failed and its error was ignored.
  if ((await committed).command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
  return (await Promise.all(answers)).map(({ rows }) => rows);
}

function explain(error: unknown, statement: CommitStatement | undefined): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const detail = 'detail' in error ? String(error.detail) : '';
  return statement?.refusal?.(String(error.code), detail) ?? error;
}
