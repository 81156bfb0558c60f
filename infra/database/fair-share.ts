import type { EntityManager } from 'typeorm';
import { FairQueue } from '../fair-queue.ts';

/** Longest wait for a turn, milliseconds; longer than a storm lasts, shorter than a lease. */
const MAX_WAIT_MS = 20_000;

/** Statements of bulk reads at once, of all keys; the rest of the pool is for requests. */
const BULK_STATEMENTS = 4;

/** The pool functions that are shared out. */
interface Statements<Transact> {
  db: Pick<EntityManager, 'query'>;
  transaction: Transact;
}

/**
 * Shares the pool out between keys, round robin: where one partner has a thousand loops, the statement of another waits for a few of theirs
 * rather than for all. Two connections stay free for statements without a key. Throws QueueTimeout.
 */
export function createFairShare<Transact extends (...given: never[]) => Promise<unknown>>(
  poolSize: number,
  { db, transaction }: Statements<Transact>,
): (key: string) => Statements<Transact> {
  const queue = new FairQueue(Math.max(1, poolSize - 2));
  return (key) => {
    const turn = { key, waitMs: MAX_WAIT_MS, signal: undefined };
    const query = (text: string, values?: unknown[]) => queue.run(turn, () => db.query(text, values));
    return {
      db: { query: query as EntityManager['query'] },
      transaction: ((...given) => queue.run(turn, () => transaction(...given))) as Transact,
    };
  };
}

/**
 * Reads for files and long records: of one key one statement at a time, of all a few, round robin. Such a statement may take a core of the
 * database, and a file needs many. Throws QueueTimeout.
 */
export function createBulkReads(
  poolSize: number,
  db: Pick<EntityManager, 'query'>,
): (key: string) => Pick<EntityManager, 'query'> {
  const queue = new FairQueue(Math.max(1, Math.min(BULK_STATEMENTS, poolSize - 2)), { perKey: 1 });
  return (key) => {
    const turn = { key, waitMs: MAX_WAIT_MS, signal: undefined };
    const query = (text: string, values?: unknown[]) => queue.run(turn, () => db.query(text, values));
    return { query: query as EntityManager['query'] };
  };
}
