import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts keep the headers of the answer. */
export class ResponseHeaders1700000094000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_attempt ADD COLUMN response_headers jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_attempt DROP COLUMN response_headers');
  }
}
