import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums of invoices count as paid what was not given back: of an over-payment that was returned, nothing. */
export class PaidLessWhatWasReturned1700000071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Invoices must not change between the functions and the corrections.
    await runner.query('LOCK TABLE invoice IN SHARE ROW EXCLUSIVE MODE');
    await runner.query(functionsWith('paid_minor - excess_returned_minor'));
    await runner.query(correctionBy('-excess_returned_minor'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE invoice IN SHARE ROW EXCLUSIVE MODE');
    await runner.query(functionsWith('paid_minor'));
    await runner.query(correctionBy('excess_returned_minor'));
  }
}

const functionsWith = (paid: string) => `
CREATE OR REPLACE FUNCTION invoice_total_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_total (partner_id, day, billing_type, status, currency, n, total_minor, paid_minor, credited_minor)
  SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, billing_type, status, currency,
         count(*), sum(total_minor), sum(${paid}), sum(credited_minor)
  FROM added GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION invoice_total_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_total (partner_id, day, billing_type, status, currency, n, total_minor, paid_minor, credited_minor)
  SELECT partner_id, day, billing_type, status, currency, sum(n), sum(n * total_minor), sum(n * paid), sum(n * credited_minor)
  FROM (
    SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date AS day, billing_type, status, currency,
           1 AS n, total_minor, ${paid} AS paid, credited_minor FROM changed
    UNION ALL
    SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, billing_type, status, currency,
           -1, total_minor, ${paid}, credited_minor FROM former
  ) difference
  GROUP BY 1, 2, 3, 4, 5
  HAVING sum(n) <> 0 OR sum(n * total_minor) <> 0 OR sum(n * paid) <> 0 OR sum(n * credited_minor) <> 0;
  RETURN NULL;
END $$;
`;

const correctionBy = (paid: string) => `
INSERT INTO invoice_total (partner_id, day, billing_type, status, currency, n, total_minor, paid_minor, credited_minor)
SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, billing_type, status, currency, 0, 0, sum(${paid}), 0
FROM invoice WHERE excess_returned_minor > 0 GROUP BY 1, 2, 3, 4, 5;
`;
