import type { DataSource } from 'typeorm';
import { createDataSource } from '../../infra/database/data-source.ts';
import { migrate } from '../../infra/database/schema.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';

/** Tests share a busy machine; only the test of the limit itself is about it. */
const POOL_WAIT_MS = 20_000;

/** A PostgreSQL of a test's own. */
export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  /** Pauses and starts the server. */
  stack: Stack;
  stop(): Promise<void>;
}

interface DatabaseOptions {
  poolSize?: number;
  /** Leaves the database without the product's tables. */
  empty?: boolean;
  tables?: NonNullable<Parameters<typeof createDataSource>[0]['tables']>;
}

/** Starts PostgreSQL and connects; its tables are there unless `empty`. */
export async function startDatabase({
  poolSize = 2,
  empty = false,
  tables = [],
}: DatabaseOptions = {}): Promise<TestDatabase> {
  const stack = await startStack({ parts: ['postgres'] });
  const url = stack.urls.databaseUrl ?? '';
  if (!empty) await migrate(url);
  const options = { poolSize, tables, poolWaitMs: POOL_WAIT_MS };
  const dataSource = createDataSource({ url, ...options, applicationName: 'marketwright-test' });
  await dataSource.initialize();
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
