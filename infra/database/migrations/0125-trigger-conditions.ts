import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What must hold of an event beside the filter of its triggers. */
export class TriggerConditions1700000125000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_trigger ADD COLUMN conditions jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_trigger DROP COLUMN conditions');
  }
}
