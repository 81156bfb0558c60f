import { readFile } from 'node:fs/promises';

/** SQL files of deploy/partitions/execution_event. */
export type PartitionStep = '1-bound' | '2-validate' | '3-swap' | 'monthly';

/** What runs statements: a pool, or a data source. */
interface Database {
  query(sql: string): Promise<unknown>;
}

/** How often a step that could not get its lock is repeated. */
const TRIES = 40;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs one step; returns its milliseconds, without those of tries that gave up waiting for a lock. */
export async function runPartitionStep(database: Database, step: PartitionStep): Promise<number> {
  const file = new URL(`../../../deploy/partitions/execution_event/${step}.sql`, import.meta.url);
  const sql = await readFile(file, 'utf8');
  for (let tried = 1; ; tried += 1) {
    const startedAt = performance.now();
    try {
      await database.query(sql);
      return performance.now() - startedAt;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || tried === TRIES) throw error;
    }
  }
}
