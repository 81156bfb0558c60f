import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The listings that are due to be scored again, and how many of them a partner has. */
export class DueRescoring1700000147000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Made while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_watch_due');
    await runner.query(`CREATE INDEX CONCURRENTLY listing_watch_due ON listing_watch (next_rescore_at)
      WHERE next_rescore_at IS NOT NULL`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_watch_rescored');
    await runner.query(`CREATE INDEX CONCURRENTLY listing_watch_rescored ON listing_watch (partner_id)
      WHERE next_rescore_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_watch_due');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS listing_watch_rescored');
  }
}
