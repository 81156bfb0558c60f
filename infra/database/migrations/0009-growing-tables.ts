import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for what grows: the clearing of counters whose window has ended, and an endpoint's deliveries of a span of time. Each is made
 * while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew.
 */
export class GrowingTables1700000009000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS rate_counter_by_end');
    await runner.query('CREATE INDEX CONCURRENTLY rate_counter_by_end ON rate_counter (window_ends_at)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_by_moment');
    await runner.query(
      'CREATE INDEX CONCURRENTLY webhook_delivery_by_moment ON webhook_delivery (endpoint_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_by_moment');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS rate_counter_by_end');
  }
}
