import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People can put away the checklist of their first steps. */
export class FirstSteps1700000091000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN hides_first_steps boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN hides_first_steps');
  }
}
