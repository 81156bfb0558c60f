import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who buys, the payment terms of a partner, and both parties on each invoice as they were at its issue. */
export class BillingIdentity1700000058000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE billing_identity (
        partner_id     bigint PRIMARY KEY REFERENCES partner,
        legal_name     varchar(255),
        address        jsonb NOT NULL,
        tax_ids        jsonb NOT NULL,
        email          varchar(254),
        purchase_order varchar(120),
        language       varchar(35),
        created_at     timestamptz NOT NULL,
        updated_at     timestamptz NOT NULL
      )`);
    await runner.query(`
      ALTER TABLE partner ADD COLUMN payment_terms_days integer NOT NULL DEFAULT 30
        CONSTRAINT partner_payment_terms_days CHECK (payment_terms_days BETWEEN 0 AND 365)`);
    await runner.query('ALTER TABLE invoice ADD COLUMN seller jsonb, ADD COLUMN buyer jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice DROP COLUMN seller, DROP COLUMN buyer');
    await runner.query('ALTER TABLE partner DROP COLUMN payment_terms_days');
    await runner.query('DROP TABLE billing_identity');
  }
}
