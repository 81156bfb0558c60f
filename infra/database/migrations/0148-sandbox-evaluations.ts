import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which runs of evaluations were started with a sandbox key. The release before asks all of them with the live provider. */
export class SandboxEvaluations1700000148000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_evaluation_run ADD COLUMN sandbox boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_evaluation_run DROP COLUMN sandbox');
  }
}
