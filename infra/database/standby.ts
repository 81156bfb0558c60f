import type pg from 'pg';

/** The connection leads to a server that only reads. */
class DatabaseStandby extends Error {
  /** Of PostgreSQL, for a write there. */
  readonly code = '25006';

  constructor() {
    super('The database is a standby, which takes no writes.');
    this.name = 'DatabaseStandby';
  }
}

/**
 * A pool's `verify`, called for each new connection: `done` gets an error for one to a standby. During a failover the address may lead to
 * the former primary; a pool that is never idle would keep such connections, and fail each write on them, for as long as the process runs.
 */
export function refuseStandby(client: pg.ClientBase, done: (error?: Error) => void): void {
  client
    .query('SELECT pg_is_in_recovery() AS standby')
    .then(({ rows }) => done(rows[0]?.standby === false ? undefined : new DatabaseStandby()), done);
}
