import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The PDF files of invoices, kept by the content that they were drawn from. */
export class InvoiceFiles1700000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoice_file (
        invoice_id bigint PRIMARY KEY REFERENCES invoice (id),
        content_hash varchar(64) NOT NULL,
        pdf bytea NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    // Compressed already.
    await runner.query('ALTER TABLE invoice_file ALTER COLUMN pdf SET STORAGE EXTERNAL');
    await runner.query('CREATE INDEX invoice_file_by_creation ON invoice_file (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoice_file');
  }
}
