import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was asked of the writer is found by its words: of the fields the first 4,000 characters, without their names. */
export class WriterSearch1700000120000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE INDEX writer_message_search ON writer_message
        USING gin ((search_words(partner_id, left(replace(jsonb_path_query_array(fields, '$.*')::text, '\n', ' '), 4000))))
        WITH (fastupdate = off)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX writer_message_search');
  }
}
