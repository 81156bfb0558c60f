import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows of the books and of the audit log never change, whoever writes SQL; and documents are numbered in the order of
 * their issue.
 */
export class ImmutableBooks1700000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice_counter ADD COLUMN issued_at timestamptz');
    await runner.query(`
      UPDATE invoice_counter c SET issued_at = (
        SELECT max(issued_at) FROM (
          SELECT number, issued_at FROM invoice WHERE number IS NOT NULL UNION ALL SELECT number, created_at FROM credit_note
        ) given WHERE number LIKE c.series || '-' || c.year || '-%')`);
    // Nothing is due of them.
    await runner.query(
      `UPDATE invoice SET status = 'paid', paid_at = issued_at WHERE status = 'open' AND total_minor = 0`,
    );
    await runner.query(COLLECT_DEBT);
    await runner.query(APPEND_ONLY);
    await runner.query(INVOICES);
    await runner.query(LINES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER invoice_line_drafts_only ON invoice_line;
      DROP FUNCTION refuse_line_of_issued_invoice;
      DROP TRIGGER invoice_immutable ON invoice;
      DROP TRIGGER invoice_not_truncated ON invoice;
      DROP FUNCTION refuse_change_of_invoice;
      DROP TRIGGER credit_entry_immutable ON credit_entry;
      DROP TRIGGER invoice_line_immutable ON invoice_line;
      DROP TRIGGER credit_note_immutable ON credit_note;
      DROP TRIGGER audit_log_immutable ON audit_log;
      DROP FUNCTION refuse_change;
      ALTER TABLE invoice_counter DROP COLUMN issued_at`);
  }
}

/** Credits that were released while their account owed some. */
const COLLECT_DEBT = `
WITH due AS (
  SELECT partner_id, LEAST(debt, balance - held) AS amount FROM credit_account WHERE debt > 0 AND balance > held FOR UPDATE
), entry AS (
  INSERT INTO credit_entry (partner_id, kind, amount, reference, reason, day, created_at)
  SELECT partner_id, 'adjustment', -amount, 'debt:released', 'Credits that were owed', (now() AT TIME ZONE 'UTC')::date, now() FROM due
)
UPDATE credit_account a SET balance = balance - due.amount, debt = debt - due.amount FROM due WHERE a.partner_id = due.partner_id`;

/** Statement triggers cost nothing for rows that are only inserted. The argument is what may delete rows after all. */
const APPEND_ONLY = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_NARGS > 0 AND current_setting('marketwright.' || TG_ARGV[0], true) = TG_TABLE_NAME THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows never change.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER credit_entry_immutable AFTER UPDATE OR DELETE OR TRUNCATE ON credit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_line_immutable AFTER UPDATE OR DELETE OR TRUNCATE ON invoice_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_note_immutable AFTER UPDATE OR DELETE OR TRUNCATE ON credit_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_immutable AFTER UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('retention');
CREATE TRIGGER invoice_not_truncated AFTER TRUNCATE ON invoice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

/** What may change of an issued invoice is how far it was paid and credited, and with it the status. */
const INVOICES = `
CREATE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settled text[] := ARRAY['status', 'paid_minor', 'credited_minor', 'excess_returned_minor', 'paid_at', 'updated_at', 'job_id'];
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
    OR NOT (NEW.status = OLD.status OR (OLD.status, NEW.status) IN (
      ('open', 'paid'), ('open', 'void'), ('open', 'uncollectible'), ('uncollectible', 'paid')))
  THEN
    RAISE EXCEPTION 'UPDATE of an issued invoice is refused, but for its payment.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invoice_immutable BEFORE UPDATE OR DELETE ON invoice
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoice();`;

const LINES = `
CREATE FUNCTION refuse_line_of_issued_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoice WHERE id = ANY(ARRAY(SELECT DISTINCT invoice_id FROM added)) AND status <> 'draft') THEN
    RAISE EXCEPTION 'INSERT of a line into an issued invoice is refused.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER invoice_line_drafts_only AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_of_issued_invoice();`;
