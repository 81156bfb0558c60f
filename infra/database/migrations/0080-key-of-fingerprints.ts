import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which key made the fingerprint of a request, so that operators see when a replaced one is unused. Null: unknown. */
export class KeyOfFingerprints1700000080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key ADD COLUMN key_id bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key DROP COLUMN key_id');
  }
}
