import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The listings whose watchers are still to receive something. */
export class PendingListingEventsIndex1700000169000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Made while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_snapshot_pending_fan_outs');
    await runner.query(`CREATE INDEX CONCURRENTLY listing_snapshot_pending_fan_outs ON listing_snapshot (fetched_at)
      WHERE pending_fan_outs IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_snapshot_pending_fan_outs');
  }
}
