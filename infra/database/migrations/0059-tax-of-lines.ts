import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a line is taxed as it is, totals by rate of each invoice, and the exemption of a partner. */
export class TaxOfLines1700000059000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE invoice_line ADD COLUMN tax_category varchar(2), ADD COLUMN tax_reason varchar(500)',
    );
    await runner.query('ALTER TABLE invoice ADD COLUMN tax_totals jsonb');
    await runner.query('ALTER TABLE partner ADD COLUMN tax_exemption_reason varchar(500)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE partner DROP COLUMN tax_exemption_reason');
    await runner.query('ALTER TABLE invoice DROP COLUMN tax_totals');
    await runner.query('ALTER TABLE invoice_line DROP COLUMN tax_category, DROP COLUMN tax_reason');
  }
}
