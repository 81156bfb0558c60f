import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { poolOf } from './pool-reader.ts';
import { repeatedIfOutdated } from './prepared-statements.ts';

/**
 * Runs statements so that their rows come in the order of an index, if there is one. A long list that is read in batches would
 * otherwise be sorted for each of them, up to its end: a prepared statement is planned for an owner of average size, whose few rows
 * are soon sorted. For statements whose order an index of the owner's rows has: they would rather go through an index of all rows than
 * sort ten.
 */
export function inIndexOrder(dataSource: DataSource): Pick<EntityManager, 'query'> {
  const query = (text: string, values?: unknown[]): Promise<unknown> =>
    repeatedIfOutdated(() => queryUnsorted(poolOf(dataSource), text, values));
  return { query: query as EntityManager['query'] };
}

/** One round trip: what follows a failure in the transaction fails because of it. */
async function queryUnsorted(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResultRow[]> {
  const client = await pool.connect();
  const [begun, answer, ended] = await Promise.allSettled([
    client.query('BEGIN; SET LOCAL enable_sort = off'),
    client.query(text, values),
    client.query('COMMIT'),
  ]);
  const failed = [answer, begun, ended].find(({ status }) => status === 'rejected');
  // As the pool does with its own statements: a connection that failed is not used again.
  client.release(failed !== undefined);
  if (failed?.status === 'rejected') throw failed.reason;
  return answer.status === 'fulfilled' ? answer.value.rows : [];
}
