import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Readings that wait for others of their partner. The release before starts all that it adds. */
export class WaitingReadings1700000130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE knowledge_document ADD COLUMN waits boolean NOT NULL DEFAULT false;
      ALTER TABLE knowledge_document_version ADD COLUMN waits boolean NOT NULL DEFAULT false;
      CREATE INDEX knowledge_document_waiting ON knowledge_document (knowledge_base_id) WHERE waits;
      CREATE INDEX knowledge_document_version_waiting ON knowledge_document_version (document_id) WHERE waits`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE knowledge_document DROP COLUMN waits;
      ALTER TABLE knowledge_document_version DROP COLUMN waits`);
  }
}
