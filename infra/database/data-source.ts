import pg from 'pg';
import { DataSource } from 'typeorm';
import type { StatementObserver } from '../telemetry/tracing.ts';
import { lockMigrations, repeatedWhileLocked, waitingBriefly } from './migration-locks.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { observedClient } from './observed-client.ts';
import { PreparingClient } from './prepared-statements.ts';
import { requireSettings } from './required-settings.ts';
import { WatchfulClient } from './silence.ts';
import { refuseStandby } from './standby.ts';
import { UniformClient } from './uniform-client.ts';

/** Ids, credits and amounts are 53-bit integers by contract; int8 comes as a number rather than a string. */
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger);
/** Days stay `YYYY-MM-DD`; a Date would move them into the process's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** Throws RangeError for a number that would lose digits; a sum that may be larger is read as numeric. */
function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} has more than 53 bits.`);
  return value;
}

/** Where the database is and how it is used. */
export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Longest wait for a connection, milliseconds; 2,000 when absent. */
  poolWaitMs?: number;
  /** Prepare each statement once a connection; off for a pooler that hands out another session with each transaction. On when absent. */
  prepareStatements?: boolean;
  /** Use no standby, to which an address may lead during a failover. Off when absent: what only reads may use one. */
  primaryOnly?: boolean;
  /** Called for each statement of the pool; nothing is observed when absent. */
  observeStatement?: StatementObserver | undefined;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** Limits of one statement, one lock and one idle transaction, milliseconds. */
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** A caller that waits longer than this for a connection gets a 503. */
const POOL_WAIT_MS = 2_000;
const SESSION_WAIT_MS = 10_000;
/** A connection that nobody used for this long is closed; opening one, and preparing its statements again, costs some milliseconds. */
const POOL_IDLE_MS = 300_000;

/** The pool of a process, not yet connected; `initialize()` connects, `destroy()` closes it. */
export function createDataSource(options: DatabaseOptions): DataSource {
  const client = options.prepareStatements === false ? WatchfulClient : PreparingClient;
  const { observeStatement } = options;
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    poolSize: options.poolSize,
    connectTimeoutMS: options.poolWaitMs ?? POOL_WAIT_MS,
    logging: false,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      keepAlive: true,
      idleTimeoutMillis: POOL_IDLE_MS,
      // Sends concurrent statements without waiting for each result.
      pipeline: true,
      ...(options.primaryOnly && { verify: refuseStandby }),
      Client: observeStatement ? observedClient(client, observeStatement) : client,
    },
  });
}

/** Behind a pooler the role has the limits of the pool; a session of its own must not have them. */
const UNLIMITED = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

/**
 * The server looks after 10 s of silence whether the host is still there, and ends the session 15 s later: by default a host that lost its
 * power, or its network, keeps its locks for two hours.
 */
const SOON_MISSED = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** A connection of its own without statement limits, for LISTEN, advisory locks and migrations. */
export function createSessionClient(url: string, applicationName: string): pg.Client {
  return new UniformClient({
    connectionString: url,
    application_name: applicationName,
    options: `${UNLIMITED} ${SOON_MISSED}`,
    keepAlive: true,
    connectionTimeoutMillis: SESSION_WAIT_MS,
  });
}

/**
 * A migration does not wait for the disk. They are written in their order, so a crash can only take back the last ones, which run again
 * then; and the commit after them, which waits, has all of them on the disk.
 */
const NOT_YET_ON_DISK = '-c synchronous_commit=off';

/** The database was set up by a later release than this program's. */
export class NewerSchemaError extends Error {}

/**
 * Brings the database to the current schema; returns the names of the migrations that ran. Throws NewerSchemaError when
 * it has migrations that this release does not know.
 */
export async function migrate(url: string): Promise<string[]> {
  const session = createSessionClient(url, 'marketwright-migrate');
  await session.connect();
  try {
    await lockMigrations(session);
    const dataSource = createDataSource({ url, poolSize: 2, applicationName: 'marketwright-migrate' });
    dataSource.setOptions({
      migrations: waitingBriefly(MIGRATIONS),
      extra: { options: `${UNLIMITED} ${SOON_MISSED} ${NOT_YET_ON_DISK}`, Client: UniformClient },
    });
    await dataSource.initialize();
    try {
      await requireSettings(dataSource);
      await refuseNewerSchema(dataSource);
      const before = await namesOfRun(dataSource);
      await repeatedWhileLocked(() => dataSource.runMigrations());
      const names = (await namesOfRun(dataSource)).slice(before.length);
      await session.query('UPDATE schema_migration SET name = name WHERE name = $1', [names.at(-1)]);
      return names;
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await session.end();
  }
}

/** Migrations that ran, the first one first. */
async function namesOfRun(dataSource: DataSource): Promise<string[]> {
  const [found]: { there: boolean }[] = await dataSource.query(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS there`,
  );
  if (!found?.there) return [];
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM schema_migration ORDER BY id');
  return rows.map(({ name }) => name);
}

async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = (await namesOfRun(dataSource)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new NewerSchemaError(
      `The database was set up by a later release, whose migrations are unknown here: ${unknown.join(', ')}. Run the setup of that release, or restore a backup of before it.`,
    );
  }
}

/** Whether the database has the migrations this code was written for; later ones only add, so that releases can roll. */
export async function schemaIsCurrent(dataSource: DataSource): Promise<boolean> {
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM schema_migration');
  const ran = new Set(rows.map((row) => row.name));
  return MIGRATIONS.every((migration) => ran.has(migration.name));
}
