import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was looked for among the rows of all partners: a partner's deleted endpoints, and schedules by their last check. */
export class LookupsByOwner1700000164000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Made while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_endpoint_deleted');
    await runner.query(`CREATE INDEX CONCURRENTLY webhook_endpoint_deleted ON webhook_endpoint (partner_id)
      WHERE deleted_at IS NOT NULL`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS workflow_trigger_by_check');
    await runner.query(`CREATE INDEX CONCURRENTLY workflow_trigger_by_check ON workflow_trigger (checked_at)
      WHERE type = 'schedule'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS workflow_trigger_by_check');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_endpoint_deleted');
  }
}
