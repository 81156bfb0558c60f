import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lexemes are found by their first and last letters, and documents know how they were indexed: those of an earlier version are
 * indexed again by the worker.
 */
export class LexemesByLetters1700000102000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE knowledge_document ADD COLUMN index_version integer NOT NULL DEFAULT 0`);
    await runner.query(`CREATE INDEX knowledge_document_by_index_version ON knowledge_document (index_version, id)
      WHERE status = 'ready'`);
    await runner.query(
      `CREATE INDEX knowledge_lexeme_by_first ON knowledge_lexeme (knowledge_base_id, lexeme COLLATE "C")`,
    );
    await runner.query(
      `CREATE INDEX knowledge_lexeme_by_last ON knowledge_lexeme (knowledge_base_id, reverse(lexeme) COLLATE "C")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX knowledge_lexeme_by_last, knowledge_lexeme_by_first');
    await runner.query('ALTER TABLE knowledge_document DROP COLUMN index_version');
  }
}
