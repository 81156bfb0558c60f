import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a version of a content item has been saved over and over while somebody types. */
export class AutosavedVersions1700000160000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_item_version ADD COLUMN autosaved_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_item_version DROP COLUMN autosaved_since');
  }
}
