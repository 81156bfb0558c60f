import { type Queryable, queryRow } from './sql.ts';
import { timestamp } from './table.ts';

/** PostgreSQL's clock as it is now, also within a transaction. */
export async function readDatabaseClock(db: Queryable): Promise<Date> {
  return (await queryRow(db, { now: timestamp() }, 'SELECT clock_timestamp() AS now')).now;
}
