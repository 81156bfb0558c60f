import type pg from 'pg';
import { CannotExecuteNotConnectedError, type DataSource, type EntityManager } from 'typeorm';
import { repeatedIfOutdated } from './prepared-statements.ts';

/**
 * Runs statements outside a transaction directly on the pool: TypeORM's overhead per statement costs as much as a short read.
 * Has the interface of TypeORM's manager, so that stores accept either.
 */
export function createPoolReader(dataSource: DataSource): Pick<EntityManager, 'query'> {
  const query = (text: string, values?: unknown[]): Promise<unknown> =>
    repeatedIfOutdated(async () => answerOf(await poolOf(dataSource).query(text, values)));
  return { query: query as EntityManager['query'] };
}

/** Rows; of an UPDATE or DELETE rows and their number. */
function answerOf(result: pg.QueryResult): unknown {
  const counted = result.command === 'UPDATE' || result.command === 'DELETE';
  return counted ? [result.rows, result.rowCount] : result.rows;
}

/** Makes the pool call back in the context of the waiting caller, not in that of the caller that gave its connection back. */
export function bindWaits(
  pool: pg.Pool,
  bind: <Given extends unknown[]>(callback: (...given: Given) => unknown) => (...given: Given) => unknown,
): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => unknown;
  pool.connect = ((callback?: ConnectCallback) => connect(callback && bind(callback))) as typeof pool.connect;
}

type ConnectCallback = (error: unknown, client: unknown, release: unknown) => unknown;

/** The pool that TypeORM opened. Throws while the data source is closed, as TypeORM does. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { driver } = dataSource;
  if (!('master' in driver) || !driver.master) throw new CannotExecuteNotConnectedError();
  return driver.master as pg.Pool;
}
