import type { DataSource } from 'typeorm';
import { createDataSource, createSessionClient } from './data-source.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Number of the advisory lock under which migrations run, so that concurrent releases run them one after the other. */
const MIGRATION_LOCK = 7_310_001;

/** Brings the database to the current schema; returns the names of the migrations that ran. */
export async function migrate(url: string): Promise<string[]> {
  const session = createSessionClient(url, 'marketwright-migrate');
  await session.connect();
  try {
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = createDataSource({ url, poolSize: 2, applicationName: 'marketwright-migrate' });
    dataSource.setOptions({ extra: {} });
    await dataSource.initialize();
    try {
      const ran = await dataSource.runMigrations();
      return ran.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await session.end();
  }
}

/** Whether the database has the migrations this code was written for; later ones only add, so that releases can roll. */
export async function schemaIsCurrent(dataSource: DataSource): Promise<boolean> {
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM schema_migration');
  const ran = new Set(rows.map((row) => row.name));
  return MIGRATIONS.every((migration) => ran.has(migration.name));
}
