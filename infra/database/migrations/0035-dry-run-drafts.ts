import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is written of a reply, for those who read along. */
export class DryRunDrafts1700000035000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dry_run_entry DROP COLUMN is_followed, DROP COLUMN draft');
  }
}

const UP = `
ALTER TABLE dry_run_entry
  ADD COLUMN is_followed boolean NOT NULL DEFAULT false,
  ADD COLUMN draft text`;
