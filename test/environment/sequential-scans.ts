import type { Db } from '../../domain/kernel/deps.ts';

/**
 * Does the work in a transaction, with plans as a process has them that has asked a few times; returns how often it read the whole table.
 * The session's count has what its earlier transactions have not reported yet, so the difference counts.
 */
export async function sequentialScans(em: Db, table: string, work: () => Promise<unknown>): Promise<number> {
  await em.query('SET LOCAL plan_cache_mode = force_generic_plan');
  const count = async (): Promise<number> => {
    const [row]: { seq_scan: number }[] = await em.query(
      'SELECT seq_scan::int FROM pg_stat_xact_user_tables WHERE relname = $1',
      [table],
    );
    return row?.seq_scan ?? 0;
  };
  const before = await count();
  await work();
  return (await count()) - before;
}
