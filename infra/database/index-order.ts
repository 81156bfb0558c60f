import type { DataSource, EntityManager } from 'typeorm';
import { isOutdatedStatement } from './prepared-statements.ts';
import { pipelinedTransaction } from './transaction.ts';

/**
 * Runs statements so that their rows come in the order of an index, if there is one. A long list that is read in batches would
 * otherwise be sorted for each of them, up to its end: a prepared statement is planned for an owner of average size, whose few rows
 * are soon sorted.
 */
export function inIndexOrder(dataSource: DataSource): Pick<EntityManager, 'query'> {
  const once = async (text: string, values?: unknown[]): Promise<unknown> => {
    const { value } = await pipelinedTransaction(dataSource, async (em) => {
      const [, rows] = await Promise.all([em.query('SET LOCAL enable_sort = off'), em.query(text, values)]);
      return { value: rows, last: [] };
    });
    return value;
  };
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    try {
      return await once(text, values);
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error;
      return once(text, values);
    }
  };
  return { query: query as EntityManager['query'] };
}
