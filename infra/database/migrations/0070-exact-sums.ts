import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums of many amounts have more than 53 bits; and the use that is not billed yet is summed, so that it can have a limit. */
export class ExactSums1700000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WIDER);
    await runner.query(UNBILLED);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER unbilled_usage_insert ON usage_record;
      DROP TRIGGER unbilled_usage_update ON usage_record;
      DROP TRIGGER unbilled_usage_delete ON usage_record;
      DROP FUNCTION unbilled_usage_change;
      DROP TABLE unbilled_usage;
      DROP FUNCTION usage_minor;
      ALTER TABLE invoice_line ALTER COLUMN quantity TYPE numeric(20, 6);
      ALTER TABLE invoice_total ALTER COLUMN total_minor TYPE bigint, ALTER COLUMN paid_minor TYPE bigint,
        ALTER COLUMN credited_minor TYPE bigint;
    `);
  }
}

/** A line has the sum of many records' quantities. More digits before the point rewrite no rows. */
const WIDER = `
ALTER TABLE invoice_line ALTER COLUMN quantity TYPE numeric(30, 6);
ALTER TABLE invoice_total ALTER COLUMN total_minor TYPE numeric(30, 0), ALTER COLUMN paid_minor TYPE numeric(30, 0),
  ALTER COLUMN credited_minor TYPE numeric(30, 0);
`;

/**
 * A row with the sum of each partner and currency, which new use updates one after the other, so that its limit holds;
 * and differences that wait for nobody, since billing takes seconds. The next new use adds these to the sum.
 */
const UNBILLED = `
CREATE FUNCTION usage_minor(quantity numeric, unit_price numeric, currency text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT ceil(quantity * unit_price * CASE
    WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') THEN 1
    WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 1000
    WHEN currency IN ('CLF', 'UYW') THEN 10000
    ELSE 100 END)
$$;

CREATE TABLE unbilled_usage (
  partner_id bigint NOT NULL,
  currency char(3) NOT NULL,
  amount_minor numeric(30, 0) NOT NULL,
  is_sum boolean NOT NULL
);
INSERT INTO unbilled_usage (partner_id, currency, amount_minor, is_sum)
SELECT partner_id, currency, sum(usage_minor(quantity, unit_price, currency)), true
FROM usage_record WHERE invoice_id IS NULL GROUP BY 1, 2;
CREATE UNIQUE INDEX unbilled_usage_sum ON unbilled_usage (partner_id, currency) WHERE is_sum;
CREATE INDEX unbilled_usage_difference ON unbilled_usage (partner_id, currency) WHERE NOT is_sum;
`;

const TRIGGERS = `
CREATE FUNCTION unbilled_usage_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH more AS (
      SELECT partner_id, currency, sum(usage_minor(quantity, unit_price, currency)) AS amount_minor
      FROM added WHERE invoice_id IS NULL GROUP BY 1, 2
    ), folded AS (
      DELETE FROM unbilled_usage u USING more
      WHERE NOT u.is_sum AND (u.partner_id, u.currency) = (more.partner_id, more.currency) RETURNING u.*
    )
    INSERT INTO unbilled_usage AS u (partner_id, currency, amount_minor, is_sum)
    SELECT partner_id, currency, sum(amount_minor), true
    FROM (SELECT * FROM more UNION ALL SELECT partner_id, currency, amount_minor FROM folded) change
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (partner_id, currency) WHERE is_sum DO UPDATE SET amount_minor = u.amount_minor + excluded.amount_minor;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO unbilled_usage (partner_id, currency, amount_minor, is_sum)
    SELECT partner_id, currency, sum(amount_minor), false FROM (
      SELECT partner_id, currency, -usage_minor(quantity, unit_price, currency) AS amount_minor
      FROM former WHERE invoice_id IS NULL
      UNION ALL
      SELECT partner_id, currency, usage_minor(quantity, unit_price, currency) FROM changed WHERE invoice_id IS NULL
    ) difference GROUP BY 1, 2 HAVING sum(amount_minor) <> 0;
  ELSE
    INSERT INTO unbilled_usage (partner_id, currency, amount_minor, is_sum)
    SELECT partner_id, currency, -sum(usage_minor(quantity, unit_price, currency)), false
    FROM former WHERE invoice_id IS NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unbilled_usage_insert AFTER INSERT ON usage_record
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION unbilled_usage_change();
CREATE TRIGGER unbilled_usage_update AFTER UPDATE ON usage_record
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION unbilled_usage_change();
CREATE TRIGGER unbilled_usage_delete AFTER DELETE ON usage_record
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION unbilled_usage_change();
`;
