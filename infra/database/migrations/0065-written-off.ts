import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an invoice was written off, and how much of it; and what reads the documents of a month in order. */
export class WrittenOff1700000065000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INVOICES);
    await runner.query(settledWith(`'updated_at'`, `'updated_at', 'written_off_at', 'written_off_minor'`));
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoice_by_issue, invoice_by_void, invoice_by_write_off, credit_note_by_creation');
    await runner.query(settledWith(`'updated_at', 'written_off_at', 'written_off_minor'`, `'updated_at'`));
    await runner.query('ALTER TABLE invoice DROP COLUMN written_off_at, DROP COLUMN written_off_minor');
  }
}

/** What is written off now has not changed since, but for payments in part. Those that were paid later are not known. */
const INVOICES = `
ALTER TABLE invoice
  ADD COLUMN written_off_at timestamptz,
  ADD COLUMN written_off_minor bigint CHECK (written_off_minor >= 0),
  ADD CONSTRAINT invoice_written_off_check CHECK ((written_off_at IS NULL) = (written_off_minor IS NULL));
ALTER TABLE invoice DISABLE TRIGGER invoice_immutable;
UPDATE invoice SET written_off_at = updated_at, written_off_minor = greatest(0, total_minor - paid_minor - credited_minor)
WHERE status = 'uncollectible';
ALTER TABLE invoice ENABLE TRIGGER invoice_immutable;`;

/** Changes the list of columns that may change after the issue, whatever else an earlier migration put into the function. */
const settledWith = (former: string, columns: string) => `
DO $$
DECLARE source text := pg_get_functiondef('refuse_change_of_invoice'::regproc);
BEGIN
  IF position($former$${former}$former$ IN source) = 0 THEN RAISE EXCEPTION 'The function has another list of columns.'; END IF;
  EXECUTE replace(source, $former$${former}$former$, $columns$${columns}$columns$);
END $$`;

const INDEXES = `
CREATE INDEX invoice_by_issue ON invoice (issued_at, id) WHERE issued_at IS NOT NULL;
CREATE INDEX invoice_by_void ON invoice (voided_at, id) WHERE voided_at IS NOT NULL;
CREATE INDEX invoice_by_write_off ON invoice (written_off_at, id) WHERE written_off_at IS NOT NULL;
CREATE INDEX credit_note_by_creation ON credit_note (created_at, id);`;
