import { type Columns, type Queryable, queryRows } from '../../infra/database/sql.ts';
import { bigint, currency, decimal, integer, text } from '../../infra/database/table.ts';

/** A consistency check: SQL that returns the rows that disagree. */
export interface Comparison {
  name: string;
  /** Columns of these rows. */
  columns: Columns;
  differences: string;
  /** The rows are work not done yet, not an error. */
  isPendingWork?: true;
  /** `$1` is the start of the first month that may still be unbilled. */
  needsOpenMonth?: true;
}

/** Checks between ledger, orders, usage and invoices. Amounts are in minor units. */
export const COMPARISONS: readonly Comparison[] = [
  {
    name: 'orders without an invoice, to be backfilled',
    columns: { partner_id: bigint(), order: bigint(), reference: text(), amount_minor: bigint(), currency: currency() },
    differences: `
      SELECT partner_id, id AS "order", reference, amount_minor, currency FROM customer_order
      WHERE invoice_id IS NULL ORDER BY id`,
    isPendingWork: true,
  },
  {
    name: 'use of ended months that no invoice has, to be billed',
    columns: { partner_id: bigint(), month: text(), currency: currency(), records: bigint() },
    differences: `
      SELECT partner_id, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency, count(*) AS records
      FROM usage_record WHERE invoice_id IS NULL AND occurred_at < $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    isPendingWork: true,
    needsOpenMonth: true,
  },
  {
    name: 'invoices over another amount than their order',
    columns: {
      partner_id: bigint(),
      order: bigint(),
      number: text().nullable(),
      amount_minor: bigint(),
      subtotal_minor: bigint(),
      total_minor: bigint(),
      currency: currency(),
    },
    differences: `
      SELECT o.partner_id, o.id AS "order", i.number, o.amount_minor, i.subtotal_minor, i.total_minor, o.currency
      FROM customer_order o JOIN invoice i ON i.id = o.invoice_id
      WHERE i.currency <> o.currency OR i.partner_id <> o.partner_id
        OR o.amount_minor <> CASE WHEN o.tax_included THEN i.total_minor ELSE i.subtotal_minor END ORDER BY o.id`,
  },
  {
    name: 'invoices over another amount than their lines',
    columns: {
      number: text().nullable(),
      subtotal_minor: bigint(),
      tax_minor: bigint(),
      amount: bigint().nullable(),
      tax: bigint().nullable(),
    },
    differences: `
      SELECT i.number, i.subtotal_minor, i.tax_minor, l.amount, l.tax FROM invoice i LEFT JOIN (
        SELECT invoice_id, sum(amount_minor)::bigint AS amount, sum(tax_minor)::bigint AS tax FROM invoice_line GROUP BY 1
      ) l ON l.invoice_id = i.id
      WHERE (l.amount, l.tax) IS DISTINCT FROM (i.subtotal_minor, i.tax_minor) ORDER BY i.id`,
  },
  {
    name: 'invoices over other use than their records',
    columns: {
      invoice: bigint(),
      dimension: text(),
      unit_price: decimal(),
      quantity: decimal().nullable(),
      recorded: decimal().nullable(),
    },
    differences: `
      SELECT coalesce(l.invoice_id, u.invoice_id) AS invoice, dimension, unit_price, l.quantity, u.quantity AS recorded FROM (
        SELECT invoice_id, description AS dimension, unit_amount AS unit_price, sum(quantity) AS quantity FROM invoice_line
        JOIN invoice ON id = invoice_id WHERE invoice.period_start IS NOT NULL GROUP BY 1, 2, 3
      ) l FULL JOIN (
        SELECT invoice_id, dimension, unit_price, sum(quantity) AS quantity FROM usage_record
        WHERE invoice_id IS NOT NULL GROUP BY 1, 2, 3
      ) u USING (invoice_id, dimension, unit_price)
      WHERE l.quantity IS DISTINCT FROM u.quantity ORDER BY 1`,
  },
  {
    name: 'credit notes over another amount than was credited',
    columns: { number: text().nullable(), credited_minor: bigint(), notes: bigint() },
    differences: `
      SELECT i.number, i.credited_minor, coalesce(n.amount, 0) AS notes FROM invoice i LEFT JOIN (
        SELECT invoice_id, sum(amount_minor)::bigint AS amount FROM credit_note GROUP BY 1
      ) n ON n.invoice_id = i.id
      WHERE i.credited_minor <> coalesce(n.amount, 0) ORDER BY i.id`,
  },
  {
    name: 'numbers that are missing or were given twice',
    columns: {
      series: text(),
      year: integer(),
      last: bigint().nullable(),
      numbers: bigint().nullable(),
      highest: bigint().nullable(),
    },
    differences: `
      SELECT series, year, c.last, n.numbers, n.highest FROM invoice_counter c FULL JOIN (
        SELECT split_part(number, '-', 1) AS series, split_part(number, '-', 2)::int AS year,
               count(DISTINCT split_part(number, '-', 3)::bigint) AS numbers, max(split_part(number, '-', 3)::bigint) AS highest
        FROM (SELECT number FROM invoice WHERE number IS NOT NULL UNION ALL SELECT number FROM credit_note) given GROUP BY 1, 2
      ) n USING (series, year)
      WHERE (c.last, c.last) IS DISTINCT FROM (n.numbers, n.highest) ORDER BY 1, 2`,
  },
  {
    name: 'sums of lists and summaries that are not those of the invoices',
    columns: {
      partner_id: bigint(),
      currency: currency(),
      status: text(),
      kept: bigint().nullable(),
      n: bigint().nullable(),
      kept_total: decimal().nullable(),
      total: decimal().nullable(),
    },
    differences: `
      SELECT partner_id, currency, status, t.n AS kept, i.n, t.total AS kept_total, i.total FROM (
        SELECT partner_id, currency, status, sum(n) AS n, sum(total_minor) AS total, sum(paid_minor) AS paid, sum(credited_minor) AS credited
        FROM invoice_total GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      ) t FULL JOIN (
        SELECT partner_id, currency, status, count(*) AS n, sum(total_minor) AS total, sum(paid_minor) AS paid, sum(credited_minor) AS credited
        FROM invoice GROUP BY 1, 2, 3
      ) i USING (partner_id, currency, status)
      WHERE (t.n, t.total, t.paid, t.credited) IS DISTINCT FROM (i.n, i.total, i.paid, i.credited)
      ORDER BY 1, 2, 3`,
  },
  {
    name: 'accounts with another balance than their ledger',
    columns: { partner_id: bigint(), balance: bigint(), ledger: bigint() },
    differences: `
      SELECT a.partner_id, a.balance, coalesce(l.balance, 0) AS ledger FROM credit_account a LEFT JOIN (
        SELECT partner_id, sum(CASE WHEN kind IN ('grant', 'purchase', 'adjustment') THEN amount
                                    WHEN kind = 'capture' THEN -amount ELSE 0 END)::bigint AS balance
        FROM credit_entry GROUP BY partner_id
      ) l USING (partner_id)
      WHERE a.balance <> coalesce(l.balance, 0) ORDER BY 1`,
  },
];

/** Rows that disagree, by the name of the check. */
export async function findDifferences(
  db: Queryable,
  firstOpenMonth: Date,
): Promise<{ name: string; rows: Record<string, unknown>[] }[]> {
  const found = [];
  for (const { name, columns, differences, needsOpenMonth } of COMPARISONS) {
    found.push({ name, rows: await queryRows(db, columns, differences, needsOpenMonth ? [firstOpenMonth] : []) });
  }
  return found.filter(({ rows }) => rows.length > 0);
}
