import type pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { waitUntil } from './wait-until.ts';

/** Statements that wait for a transaction, by the process id of its connection. */
const BLOCKED = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';

/** Waits until a statement of another connection waits for the transaction of this one. */
export async function untilBlocked(runner: QueryRunner): Promise<void> {
  const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
  await waitUntil(
    'a statement to wait',
    () => runner.manager.connection.query(BLOCKED, [pid]),
    (rows: unknown[]) => rows.length > 0,
  );
}

/** The same for a connection to the stack's database. */
export async function untilBlockedBy(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  await waitUntil(
    'a statement to wait',
    () => client.query(BLOCKED, [rows[0].pid]),
    ({ rowCount }) => rowCount === 1,
  );
}

/**
 * Has the work wait for what another transaction holds, which then also takes what the work locks after that. Of two that lock in
 * different orders PostgreSQL would end one. Returns the work's result.
 */
export async function waitingFor<Result>(
  dataSource: DataSource,
  { held, work, next }: { held: Lock; work: () => Promise<Result>; next: Lock },
): Promise<Result> {
  const other = dataSource.createQueryRunner();
  try {
    await other.startTransaction();
    await held(other.manager);
    const done = work();
    await Promise.race([untilBlocked(other), done.then(() => Promise.reject(new Error('The work did not wait.')))]);
    await next(other.manager);
    await other.commitTransaction();
    return await done;
  } finally {
    await other.release();
  }
}

/** Locks rows, or the limits of a partner. */
type Lock = (em: EntityManager) => Promise<unknown>;

/** Starts each work and has all of them wait until none goes on by itself any more, so that none commits before another has begun. */
export async function beforeTheyCommit<Result>(
  dataSource: DataSource,
  works: readonly (() => Promise<Result>)[],
): Promise<Promise<Result>[]> {
  const other = dataSource.createQueryRunner();
  try {
    await other.startTransaction();
    // The last statement of a change writes its entry.
    await other.query('LOCK TABLE audit_log IN SHARE MODE');
    const begun = works.map((work) => work());
    for (const one of begun) one.catch(() => undefined);
    await waitUntil(
      'all to wait',
      () =>
        dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      (rows: unknown[]) => rows.length === works.length,
    );
    await other.commitTransaction();
    return begun;
  } finally {
    await other.release();
  }
}
