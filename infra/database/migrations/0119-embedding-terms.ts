import type { MigrationInterface, QueryRunner } from 'typeorm';

/** On which terms a document is embedded with a version. The release before embeds it without a price. */
export class EmbeddingTerms1700000119000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE knowledge_document_version
        ADD COLUMN sandbox boolean NOT NULL DEFAULT false,
        ADD COLUMN embeds boolean NOT NULL DEFAULT true,
        ADD COLUMN payer jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE knowledge_document_version DROP COLUMN sandbox, DROP COLUMN embeds, DROP COLUMN payer',
    );
  }
}
