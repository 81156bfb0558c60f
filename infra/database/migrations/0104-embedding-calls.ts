import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls for embeddings are recorded beside the questions. */
export class EmbeddingCalls1700000104000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setTasks(runner, `'plan', 'write', 'analyse', 'embed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM ai_call WHERE task = 'embed'`);
    await setTasks(runner, `'plan', 'write', 'analyse'`);
  }
}

/** NOT VALID, since all rows have an admitted task already and the table may be large. */
async function setTasks(runner: QueryRunner, list: string): Promise<void> {
  await runner.query(`
    ALTER TABLE ai_call DROP CONSTRAINT ai_call_task_check;
    ALTER TABLE ai_call ADD CONSTRAINT ai_call_task_check CHECK (task IN (${list})) NOT VALID`);
}
