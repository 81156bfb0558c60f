import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visits to payment pages, customers at Stripe, and warnings before the credits of a partner run out. */
export class Checkouts1700000087000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkout (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        row_key      uuid NOT NULL,
        partner_id   bigint NOT NULL REFERENCES partner,
        gateway      varchar(20) NOT NULL CHECK (gateway IN ('stripe', 'generic')),
        item         varchar(255),
        quantity     integer NOT NULL CHECK (quantity > 0),
        invoice_id   bigint REFERENCES invoice,
        amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
        currency     char(3) NOT NULL,
        url          text,
        payment      varchar(255),
        expires_at   timestamptz NOT NULL,
        created_at   timestamptz NOT NULL,
        CHECK ((item IS NULL) <> (invoice_id IS NULL))
      );
      CREATE INDEX checkout_of_partner ON checkout (partner_id, created_at);
      CREATE INDEX checkout_of_invoice ON checkout (invoice_id) WHERE invoice_id IS NOT NULL;
      CREATE INDEX checkout_by_age ON checkout (created_at);
      ALTER TABLE partner_billing ADD COLUMN stripe_customer varchar(255);
      ALTER TABLE credit_account
        ADD COLUMN low_threshold bigint CHECK (low_threshold >= 0),
        ADD COLUMN filled_to bigint NOT NULL DEFAULT 0,
        ADD COLUMN is_low boolean NOT NULL DEFAULT false`);
    await runner.query('UPDATE credit_account SET filled_to = balance WHERE balance > 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE credit_account DROP COLUMN low_threshold, DROP COLUMN filled_to, DROP COLUMN is_low;
      ALTER TABLE partner_billing DROP COLUMN stripe_customer;
      DROP TABLE checkout`);
  }
}
