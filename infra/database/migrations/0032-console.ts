import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of a resource that changed, for those who follow the board; and a listing's scores, newest first. */
export class Console1700000032000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mcp_change ADD COLUMN IF NOT EXISTS action varchar(7)
      CONSTRAINT mcp_change_action_check CHECK (action IN ('made', 'moved', 'changed'))`);
    // Made while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS seo_job_by_listing');
    await runner.query(`CREATE INDEX CONCURRENTLY seo_job_by_listing
      ON seo_job (partner_id, listing_id, completed_at DESC, id DESC) WHERE status = 'completed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS seo_job_by_listing');
    await runner.query('ALTER TABLE mcp_change DROP COLUMN action');
  }
}
