import type { DataSource } from 'typeorm';

/** Writes as no program may: without the triggers that keep the books immutable. For tests that plant faults. */
export async function plant(dataSource: DataSource, statements: string, values?: unknown[]): Promise<void> {
  await dataSource.transaction(async (em) => {
    await em.query('SET LOCAL session_replication_role = replica');
    await em.query(statements, values);
  });
}
