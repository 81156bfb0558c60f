import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes away what nothing reads any more: an index of the ledger that each capture had to keep, and a mark that `drain_token` has replaced. */
export class Unused1700000034000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX credit_entry_captures; ALTER TABLE webhook_endpoint DROP COLUMN busy');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX credit_entry_captures ON credit_entry (partner_id, day) INCLUDE (capability, amount) WHERE kind = 'capture';
       ALTER TABLE webhook_endpoint ADD COLUMN busy boolean NOT NULL DEFAULT false`,
    );
  }
}
