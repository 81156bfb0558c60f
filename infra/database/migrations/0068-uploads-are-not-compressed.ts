import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The bytes of a document are stored as they came. They are deleted once they have been read, and mostly compressed already;
 * compressing 5 MiB takes a core of the database for a tenth of a second.
 */
export class UploadsAreNotCompressed1700000068000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_document ALTER COLUMN source SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_document ALTER COLUMN source SET STORAGE EXTENDED');
  }
}
