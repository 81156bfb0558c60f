import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link of an invitation names who sent it, who is notified when it is accepted. */
export class Inviters1700000090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_link ADD COLUMN invited_by bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_link DROP COLUMN invited_by');
  }
}
