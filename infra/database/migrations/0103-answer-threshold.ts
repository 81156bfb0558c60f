import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of a question a passage of a knowledge base must have to answer it; null: the service's default. */
export class AnswerThreshold1700000103000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE knowledge_base ADD COLUMN answer_threshold double precision
      CHECK (answer_threshold BETWEEN 0 AND 1)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_base DROP COLUMN answer_threshold');
  }
}
