import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invoices that are paid in part or too much, credit notes that are taken back, and purchases that several ids of a
 * gateway name.
 */
export class PartPayments1700000052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INVOICES);
    await runner.query(PURCHASES);
    await runner.query(EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FORMER);
  }
}

/** Drops the CHECK of a table whose definition has these words, since PostgreSQL chose its name. */
const dropCheck = (table: string, words: string) => `
DO $$
DECLARE found text;
BEGIN
  FOR found IN SELECT conname FROM pg_constraint
    WHERE conrelid = '${table}'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%${words}%'
  LOOP
    EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', found);
  END LOOP;
END $$;`;

const INVOICES = `
${dropCheck('invoice', 'credited_minor')}
ALTER TABLE invoice
  ADD COLUMN excess_returned_minor bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoice_paid_check CHECK (
    paid_minor >= 0 AND credited_minor >= 0 AND credited_minor <= total_minor
    AND excess_returned_minor >= 0 AND excess_returned_minor <= greatest(0, paid_minor - total_minor));
${dropCheck('credit_note', '_minor')}
ALTER TABLE credit_note ADD CONSTRAINT credit_note_amount_check CHECK (amount_minor <> 0 AND amount_minor::numeric * tax_minor >= 0);
`;

/** Purchases that have an order were paid in full, at once. */
const PURCHASES = `
${dropCheck('purchase', 'part_of')}
ALTER TABLE purchase
  ADD COLUMN is_bill boolean NOT NULL DEFAULT false,
  ADD COLUMN is_reported boolean NOT NULL DEFAULT false,
  ADD COLUMN is_part_paid boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT purchase_part_of_check CHECK (part_of <> subject);
UPDATE purchase SET is_bill = true WHERE gateway = 'stripe' AND subject LIKE 'in\\_%';
CREATE INDEX purchase_by_part ON purchase (gateway, part_of) WHERE part_of IS NOT NULL;
`;

/** Events of partners that do not exist are kept without their content, so that the next partner does not get them. */
const EVENTS = `
ALTER TABLE payment_event
  ADD COLUMN retried_at timestamptz,
  DROP CONSTRAINT payment_event_kind_check,
  ADD CONSTRAINT payment_event_kind_check CHECK (kind IN (
    'paid', 'refunded', 'refund_failed', 'linked', 'disputed', 'dispute_won', 'dispute_lost', 'subscribed', 'unsubscribed'));
UPDATE payment_event SET kind = NULL, subject = NULL, fact = NULL
WHERE status = 'stored' AND reason IS NOT NULL AND partner_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM partner WHERE id = payment_event.partner_id);
`;

const FORMER = `
ALTER TABLE payment_event DROP COLUMN retried_at, DROP CONSTRAINT payment_event_kind_check,
  ADD CONSTRAINT payment_event_kind_check CHECK (kind IN (
    'paid', 'refunded', 'linked', 'disputed', 'dispute_won', 'dispute_lost', 'subscribed', 'unsubscribed'));
DROP INDEX purchase_by_part;
ALTER TABLE purchase DROP CONSTRAINT purchase_part_of_check,
  DROP COLUMN is_bill, DROP COLUMN is_reported, DROP COLUMN is_part_paid,
  ADD CHECK (part_of IS NULL OR (part_of <> subject AND order_id IS NULL));
ALTER TABLE credit_note DROP CONSTRAINT credit_note_amount_check, ADD CHECK (amount_minor > 0), ADD CHECK (tax_minor >= 0);
ALTER TABLE invoice DROP CONSTRAINT invoice_paid_check, DROP COLUMN excess_returned_minor,
  ADD CHECK (credited_minor >= 0 AND credited_minor <= paid_minor AND paid_minor <= total_minor);
`;
