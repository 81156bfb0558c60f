import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Monthly jobs bill what earlier months left, too; unbilled usage of all partners is found by its time. */
export class LateUsage1700000056000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice_job ADD COLUMN includes_late boolean NOT NULL DEFAULT false');
    await runner.query('CREATE INDEX usage_record_unbilled ON usage_record (occurred_at) WHERE invoice_id IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_record_unbilled');
    await runner.query('ALTER TABLE invoice_job DROP COLUMN includes_late');
  }
}
