import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an execution that was accepted is to look up in documents when it begins. */
export class Lookups1700000036000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE execution ADD COLUMN lookup jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE execution DROP COLUMN lookup');
  }
}
