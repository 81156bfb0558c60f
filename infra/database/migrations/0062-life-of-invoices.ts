import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When an invoice was voided, whether what it billed is billed again, when the event of its being overdue was published; and
 * credit notes as documents with lines and totals by rate.
 */
export class LifeOfInvoices1700000062000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INVOICES);
    await runner.query(IMMUTABLE);
    await runner.query(CREDIT_NOTES);
    await runner.query(LINES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE credit_note_line');
    await runner.query('DROP TRIGGER credit_note_partner ON credit_note');
    await runner.query('DROP FUNCTION set_partner_of_credit_note');
    await runner.query(
      'ALTER TABLE credit_note DROP COLUMN partner_id, DROP COLUMN origin, DROP COLUMN tax_totals, DROP COLUMN currency',
    );
    await runner.query(FORMER_FUNCTION);
    await runner.query(
      'ALTER TABLE invoice DROP COLUMN voided_at, DROP COLUMN is_rebilled, DROP COLUMN overdue_published_at',
    );
  }
}

/** An invoice that is void has not changed since, so the time of that change is when it was voided. */
const INVOICES = `
ALTER TABLE invoice
  ADD COLUMN voided_at timestamptz,
  ADD COLUMN is_rebilled boolean NOT NULL DEFAULT false,
  ADD COLUMN overdue_published_at timestamptz;
ALTER TABLE invoice DISABLE TRIGGER invoice_immutable;
UPDATE invoice SET voided_at = updated_at WHERE status = 'void';
ALTER TABLE invoice ENABLE TRIGGER invoice_immutable;
ALTER TABLE invoice ADD CONSTRAINT invoice_voided_check
  CHECK (status = 'void' OR (voided_at IS NULL AND NOT is_rebilled));
CREATE INDEX invoice_overdue_unpublished ON invoice (due_at)
  WHERE status = 'open' AND total_minor > 0 AND overdue_published_at IS NULL;
`;

const functionWith = (settled: string, also: string) => `
CREATE OR REPLACE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settled text[] := ARRAY[${settled}];
BEGIN
  IF OLD.status = 'draft' THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'DELETE of an issued invoice is refused.' USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(NEW) - settled IS DISTINCT FROM to_jsonb(OLD) - settled
    -- Jobs expire.
    OR (NEW.job_id IS NOT NULL AND NEW.job_id IS DISTINCT FROM OLD.job_id)
    ${also}OR NOT (NEW.status = OLD.status OR (OLD.status, NEW.status) IN (
      ('open', 'paid'), ('open', 'void'), ('open', 'uncollectible'), ('uncollectible', 'paid')))
  THEN
    RAISE EXCEPTION 'UPDATE of an issued invoice is refused, but for its payment.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;`;

const SETTLED = `'status', 'paid_minor', 'credited_minor', 'excess_returned_minor', 'paid_at', 'updated_at', 'job_id'`;

/** The moment of voiding is set together with the status; that the event was published is set once. */
const IMMUTABLE = functionWith(
  `${SETTLED}, 'voided_at', 'is_rebilled', 'overdue_published_at'`,
  `OR ((NEW.voided_at, NEW.is_rebilled) IS DISTINCT FROM (OLD.voided_at, OLD.is_rebilled) AND NEW.status = OLD.status)
    OR (OLD.overdue_published_at IS NOT NULL AND NEW.overdue_published_at IS DISTINCT FROM OLD.overdue_published_at)
    `,
);

const FORMER_FUNCTION = functionWith(SETTLED, '');

/** The trigger serves processes of the former version, which do not know the columns. */
const CREDIT_NOTES = `
ALTER TABLE credit_note
  ADD COLUMN partner_id bigint REFERENCES partner,
  ADD COLUMN currency char(3),
  ADD COLUMN origin varchar(13) NOT NULL DEFAULT 'refund' CHECK (origin IN ('refund', 'administrator')),
  ADD COLUMN tax_totals jsonb;
ALTER TABLE credit_note DISABLE TRIGGER credit_note_immutable;
UPDATE credit_note n SET partner_id = i.partner_id, currency = i.currency FROM invoice i WHERE i.id = n.invoice_id;
ALTER TABLE credit_note ENABLE TRIGGER credit_note_immutable;
ALTER TABLE credit_note ALTER COLUMN partner_id SET NOT NULL, ALTER COLUMN currency SET NOT NULL;
CREATE INDEX credit_note_by_time ON credit_note (partner_id, created_at, id);

CREATE FUNCTION set_partner_of_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.partner_id IS NULL THEN
    SELECT partner_id, currency INTO NEW.partner_id, NEW.currency FROM invoice WHERE id = NEW.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_note_partner BEFORE INSERT ON credit_note
  FOR EACH ROW EXECUTE FUNCTION set_partner_of_credit_note();
`;

const LINES = `
CREATE TABLE credit_note_line (
  credit_note_id bigint NOT NULL REFERENCES credit_note,
  position integer NOT NULL,
  invoice_position integer,
  description varchar(500) NOT NULL,
  quantity numeric(30, 6) NOT NULL,
  unit_amount numeric(20, 6) NOT NULL,
  amount_minor bigint NOT NULL,
  tax_rate numeric(20, 6) NOT NULL,
  tax_minor bigint NOT NULL,
  tax_category varchar(2),
  tax_reason varchar(500),
  period_start date,
  period_end date,
  reference varchar(120),
  PRIMARY KEY (credit_note_id, position)
);
CREATE TRIGGER credit_note_line_immutable AFTER UPDATE OR DELETE OR TRUNCATE ON credit_note_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;
