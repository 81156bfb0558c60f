import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The drafts that the advice of an analysis was made into. */
export class AppliedAdvice1700000149000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE seo_job ADD applied jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE seo_job DROP applied');
  }
}
