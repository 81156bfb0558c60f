import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The PDF files of credit notes, kept by the content that they were drawn from. */
export class CreditNoteFiles1700000077000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE credit_note_file (
        credit_note_id bigint PRIMARY KEY REFERENCES credit_note (id),
        content_hash varchar(64) NOT NULL,
        pdf bytea NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    // Compressed already.
    await runner.query('ALTER TABLE credit_note_file ALTER COLUMN pdf SET STORAGE EXTERNAL');
    await runner.query('CREATE INDEX credit_note_file_by_creation ON credit_note_file (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE credit_note_file');
  }
}
