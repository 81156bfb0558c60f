import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients whose id is the address of their metadata; the columns for ids take such addresses. */
export class ClientDocuments1700000097000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE oauth_client
      ALTER COLUMN client_id TYPE varchar(255),
      ADD COLUMN document_fetched_at timestamptz,
      ADD COLUMN document_expires_at timestamptz`);
    await runner.query('ALTER TABLE oauth_record ALTER COLUMN client_id TYPE varchar(255)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM oauth_record WHERE length(client_id) > 64');
    await runner.query('ALTER TABLE oauth_record ALTER COLUMN client_id TYPE varchar(64)');
    await runner.query('DELETE FROM oauth_client WHERE document_fetched_at IS NOT NULL');
    await runner.query(`ALTER TABLE oauth_client
      ALTER COLUMN client_id TYPE varchar(64),
      DROP COLUMN document_fetched_at,
      DROP COLUMN document_expires_at`);
  }
}
