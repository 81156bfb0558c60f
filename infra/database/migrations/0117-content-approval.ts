import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approval of content items, each of one version, and whether a partner requires it. */
export class ContentApproval1700000117000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE content_item
        ADD COLUMN approved_version integer,
        ADD COLUMN approved_by varchar(40),
        ADD COLUMN approved_at timestamptz;
      ALTER TABLE partner ADD COLUMN requires_content_approval boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE partner DROP COLUMN requires_content_approval;
      ALTER TABLE content_item DROP COLUMN approved_version, DROP COLUMN approved_by, DROP COLUMN approved_at`);
  }
}
