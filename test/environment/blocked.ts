import type { QueryRunner } from 'typeorm';
import { waitUntil } from './wait-until.ts';

/** Waits until a statement of another connection waits for the transaction of this one. */
export async function untilBlocked(runner: QueryRunner): Promise<void> {
  const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
  await waitUntil(
    'a statement to wait',
    () => runner.manager.connection.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]),
    (rows: unknown[]) => rows.length > 0,
  );
}
