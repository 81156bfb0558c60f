import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents in HTML, CSV, XLSX and PPTX, and what was left out of a document that was read. */
export class DocumentFormats1700000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE knowledge_document
      DROP CONSTRAINT knowledge_document_format_check,
      ADD CONSTRAINT knowledge_document_format_check
        CHECK (format IN ('text', 'markdown', 'html', 'csv', 'pdf', 'docx', 'xlsx', 'pptx')),
      ADD COLUMN notes varchar(500)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM knowledge_document WHERE format IN ('html', 'csv', 'xlsx', 'pptx')`);
    await runner.query(`ALTER TABLE knowledge_document
      DROP CONSTRAINT knowledge_document_format_check,
      ADD CONSTRAINT knowledge_document_format_check CHECK (format IN ('text', 'markdown', 'pdf', 'docx')),
      DROP COLUMN notes`);
  }
}
