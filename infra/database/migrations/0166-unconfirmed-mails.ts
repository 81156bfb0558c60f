import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a mail server may have taken a mail without saying so. */
export class UnconfirmedMails1700000166000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail ADD COLUMN unconfirmed smallint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail DROP COLUMN unconfirmed');
  }
}
