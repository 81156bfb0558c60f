import type { EntityManager } from 'typeorm';
import { FairQueue } from '../fair-queue.ts';

/** Longest wait for a turn, milliseconds; longer than a storm lasts, shorter than a lease. */
const MAX_WAIT_MS = 20_000;

/** The pool functions that are shared out. */
interface Statements<Transact> {
  db: Pick<EntityManager, 'query'>;
  transaction: Transact;
}

/**
 * Shares the pool out between keys, round robin: where one partner has a thousand loops, the statement of another waits for a few of theirs
 * rather than for all. Two connections are left to whoever does not ask for a turn. Throws QueueTimeout.
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
