import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from '../../infra/database/data-source.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createSharedDatabase, dropSharedDatabase } from './shared-servers-client.ts';

/** Tests share a busy machine; only the test of the limit itself is about it. */
const POOL_WAIT_MS = 20_000;

/** A database of a test file's own. */
export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  stop(): Promise<void>;
}

/** A PostgreSQL of a test file's own. */
interface OwnServer extends TestDatabase {
  /** Pauses and starts the server. */
  stack: Stack;
}

interface DatabaseOptions {
  poolSize?: number;
  /** Leaves the database without the product's tables. */
  empty?: boolean;
}

/** Makes a database on the PostgreSQL that the test run shares, and connects; its tables are there unless `empty`. */
export async function startDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const database = await createSharedDatabase({ empty: options.empty ?? false });
  const dataSource = await connect(database.url, options);
  return {
    url: database.url,
    dataSource,
    async stop() {
      await dataSource.destroy();
      await dropSharedDatabase(database);
    },
  };
}

/** The same on a PostgreSQL that no other test uses: for tests that pause it, or set what holds for all its databases. */
export async function startDatabaseServer(options: DatabaseOptions = {}): Promise<OwnServer> {
  // A third of a second to load, in each file that makes a database, of which few come here.
  const { startStack } = await import('../../infra/local/stack.ts');
  const stack = await startStack({ parts: ['postgres'] });
  const url = stack.urls.databaseUrl ?? '';
  if (!options.empty) await migrate(url);
  const dataSource = await connect(url, options);
  return {
    url,
    dataSource,
    stack,
    async stop() {
      await dataSource.destroy();
      await stack.stop();
    },
  };
}

async function connect(url: string, { poolSize = 2 }: DatabaseOptions): Promise<DataSource> {
  const options = { poolSize, poolWaitMs: POOL_WAIT_MS };
  return createDataSource({ url, ...options, applicationName: 'marketwright-test' }).initialize();
}
