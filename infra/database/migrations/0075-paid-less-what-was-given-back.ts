import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sums of invoices count as paid what was received less what was given back. A credit note gives back only what it takes
 * beyond the unpaid part of its invoice.
 */
export class PaidLessWhatWasGivenBack1700000075000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await change(runner, { from: FORMER, to: KEPT });
  }

  async down(runner: QueryRunner): Promise<void> {
    await change(runner, { from: KEPT, to: FORMER });
  }
}

const FORMER = 'paid_minor - excess_returned_minor';
const KEPT = `${FORMER} - greatest(0, credited_minor - greatest(0, total_minor - paid_minor))`;

async function change(runner: QueryRunner, { from, to }: { from: string; to: string }): Promise<void> {
  // Invoices must not change between the functions and the corrections.
  await runner.query('LOCK TABLE invoice IN SHARE ROW EXCLUSIVE MODE');
  await runner.query(functionsWith(to));
  await runner.query(`
    INSERT INTO invoice_total (partner_id, day, billing_type, status, currency, n, total_minor, paid_minor, credited_minor)
    SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, billing_type, status, currency, 0, 0, sum((${to}) - (${from})), 0
    FROM invoice WHERE (${to}) <> (${from}) GROUP BY 1, 2, 3, 4, 5`);
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
