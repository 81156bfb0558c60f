import { type Columns, type Queryable, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, currency, date, decimal, integer, text } from '../../infra/database/table.ts';
import { ERASED_PARTNERS } from '../data-protection/store.ts';
import { partnerTable } from '../partners/table.ts';
import { type Finding, merge } from './rules.ts';

/** A consistency check: SQL that returns the rows that disagree. */
export interface Comparison {
  name: string;
  /** Columns of these rows. */
  columns: Columns;
  /** One statement, so that it reads a single state. `$1` and `$2` are the partners of a slice: after, up to. */
  differences: string;
  /** The rows are work not done yet, not an error. */
  isPendingWork?: true;
  /** `$3` is the start of the first month that may still be unbilled. */
  needsOpenMonth?: true;
  /** It concerns all partners together, so it has no `$1` and `$2`, and runs once. */
  isOverall?: true;
}

const inSlice = (column: string) => `${column} > $1 AND ${column} <= $2`;
/** What was not billed of an erased partner is waived. */
const IS_WAIVED = `partner_id IN (${ERASED_PARTNERS})`;
/** Totals of the slice's invoices, which have no amounts of other partners. */
const OF_INVOICES = `JOIN invoice i ON i.id = invoice_id WHERE ${inSlice('i.partner_id')}`;

/** Checks of everything that is recorded twice. Amounts are in minor units. */
export const COMPARISONS: readonly Comparison[] = [
  {
    name: 'orders without an invoice, to be backfilled',
    columns: { partner_id: bigint(), order: bigint(), reference: text(), amount_minor: bigint(), currency: currency() },
    differences: `
      SELECT partner_id, id AS "order", reference, amount_minor, currency FROM customer_order
      WHERE invoice_id IS NULL AND ${inSlice('partner_id')} AND NOT ${IS_WAIVED} ORDER BY id`,
    isPendingWork: true,
  },
  {
    name: 'use of ended months that no invoice has, to be billed',
    columns: { partner_id: bigint(), month: text(), currency: currency(), records: bigint() },
    differences: `
      SELECT partner_id, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency, count(*) AS records
      FROM usage_record WHERE invoice_id IS NULL AND ${inSlice('partner_id')} AND occurred_at < $3 AND NOT ${IS_WAIVED}
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
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
      WHERE ${inSlice('o.partner_id')} AND (i.currency <> o.currency OR i.partner_id <> o.partner_id
        OR i.billing_type <> o.billing_type
        OR o.amount_minor <> CASE WHEN o.tax_included THEN i.total_minor ELSE i.subtotal_minor END) ORDER BY o.id`,
  },
  {
    name: 'invoices that bill neither an order nor use',
    columns: { partner_id: bigint(), number: text().nullable(), total_minor: bigint() },
    differences: `
      SELECT i.partner_id, i.number, i.total_minor FROM invoice i
      WHERE ${inSlice('i.partner_id')} AND i.status <> 'void'
        AND NOT EXISTS (SELECT FROM customer_order o WHERE o.invoice_id = i.id)
        AND NOT EXISTS (SELECT FROM usage_record u WHERE u.invoice_id = i.id) ORDER BY i.id`,
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
        SELECT invoice_id, sum(amount_minor)::bigint AS amount, sum(line.tax_minor)::bigint AS tax
        FROM invoice_line line ${OF_INVOICES} GROUP BY 1
      ) l ON l.invoice_id = i.id
      WHERE ${inSlice('i.partner_id')} AND (l.amount, l.tax) IS DISTINCT FROM (i.subtotal_minor, i.tax_minor) ORDER BY i.id`,
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
        SELECT invoice_id, description AS dimension, unit_amount AS unit_price, sum(quantity) AS quantity
        FROM invoice_line ${OF_INVOICES} AND i.period_start IS NOT NULL AND NOT i.is_rebilled GROUP BY 1, 2, 3
      ) l FULL JOIN (
        SELECT invoice_id, dimension, unit_price, sum(quantity) AS quantity FROM usage_record u
        ${OF_INVOICES} AND i.partner_id = u.partner_id AND i.currency = u.currency GROUP BY 1, 2, 3
      ) u USING (invoice_id, dimension, unit_price)
      WHERE l.quantity IS DISTINCT FROM u.quantity ORDER BY 1`,
  },
  {
    name: 'use not billed yet that was summed otherwise',
    columns: { partner_id: bigint(), currency: currency(), kept: decimal().nullable(), recorded: decimal().nullable() },
    differences: `
      SELECT partner_id, currency, s.amount AS kept, u.amount AS recorded FROM (
        SELECT partner_id, currency, sum(amount_minor) AS amount FROM unbilled_usage WHERE ${inSlice('partner_id')}
        GROUP BY 1, 2 HAVING sum(amount_minor) <> 0
      ) s FULL JOIN (
        SELECT partner_id, currency, sum(usage_minor(quantity, unit_price, currency)) AS amount FROM usage_record
        WHERE invoice_id IS NULL AND ${inSlice('partner_id')} GROUP BY 1, 2 HAVING sum(usage_minor(quantity, unit_price, currency)) <> 0
      ) u USING (partner_id, currency)
      WHERE s.amount IS DISTINCT FROM u.amount ORDER BY 1, 2`,
  },
  {
    name: 'use that the invoice of another partner or currency bills',
    columns: { partner_id: bigint(), record: bigint(), number: text().nullable() },
    differences: `
      SELECT u.partner_id, u.id AS record, i.number FROM usage_record u JOIN invoice i ON i.id = u.invoice_id
      WHERE ${inSlice('u.partner_id')} AND (i.partner_id <> u.partner_id OR i.currency <> u.currency) ORDER BY u.id`,
  },
  {
    name: 'voided invoices that still bill what can be billed again',
    columns: { partner_id: bigint(), number: text().nullable(), orders: bigint(), records: bigint() },
    differences: `
      SELECT * FROM (
        SELECT i.partner_id, i.number, (SELECT count(*) FROM customer_order o WHERE o.invoice_id = i.id) AS orders,
               (SELECT count(*) FROM usage_record u WHERE u.invoice_id = i.id) AS records
        FROM invoice i WHERE ${inSlice('i.partner_id')} AND i.is_rebilled
      ) voided WHERE orders + records > 0 ORDER BY 2`,
  },
  {
    name: 'invoices in another state than their payments say',
    columns: {
      number: text().nullable(),
      status: text(),
      total_minor: bigint(),
      paid_minor: bigint(),
      credited_minor: bigint(),
    },
    differences: `
      SELECT number, status, total_minor, paid_minor, credited_minor FROM invoice
      WHERE ${inSlice('partner_id')} AND (
        status = 'paid' AND paid_minor + credited_minor < total_minor
        OR status IN ('open', 'uncollectible') AND total_minor > 0 AND paid_minor + credited_minor >= total_minor
        OR status IN ('draft', 'void') AND (paid_minor > 0 OR credited_minor > 0)) ORDER BY id`,
  },
  {
    name: 'payments whose order or invoice says otherwise',
    columns: {
      partner_id: bigint(),
      purchase: bigint(),
      order: bigint().nullable(),
      number: text().nullable(),
      paid_minor: bigint().nullable(),
    },
    differences: `
      SELECT p.partner_id, p.id AS purchase, p.order_id AS "order", i.number, i.paid_minor
      FROM purchase p LEFT JOIN customer_order o ON o.id = p.order_id LEFT JOIN invoice i ON i.id = o.invoice_id
      WHERE ${inSlice('p.partner_id')} AND p.part_of IS NULL AND (
        p.order_id IS NOT NULL AND (o.id IS NULL OR i.id IS NULL OR o.partner_id <> p.partner_id
                                    OR i.total_minor > 0 AND i.paid_minor = 0 AND NOT p.is_part_paid)
        OR p.order_id IS NULL AND (p.credits_granted <> 0 OR p.returned_minor <> 0)) ORDER BY p.id`,
  },
  {
    name: 'payments of invoices that do not come to what was paid',
    columns: { number: text().nullable(), kept_minor: bigint(), payments: bigint(), balance: bigint() },
    differences: `
      SELECT i.number, i.paid_minor - i.excess_returned_minor - coalesce(p.returned, 0) AS kept_minor,
             coalesce(m.amount, 0) AS payments, coalesce(b.balance_minor, 0) AS balance
      FROM invoice i LEFT JOIN (
        SELECT o.invoice_id, sum(p.returned_minor)::bigint AS returned
        FROM purchase p JOIN customer_order o ON o.id = p.order_id WHERE ${inSlice('p.partner_id')} GROUP BY 1
      ) p ON p.invoice_id = i.id LEFT JOIN (
        SELECT invoice_id, sum(amount_minor)::bigint AS amount, max(invoice_payment.id) AS last FROM invoice_payment ${OF_INVOICES} GROUP BY 1
      ) m ON m.invoice_id = i.id LEFT JOIN invoice_payment b ON b.id = m.last
      WHERE ${inSlice('i.partner_id')} AND (
        coalesce(m.amount, 0) <> i.paid_minor - i.excess_returned_minor - coalesce(p.returned, 0)
        OR coalesce(m.amount, 0) <> coalesce(b.balance_minor, 0) OR b.currency <> i.currency OR i.paid_minor > 0 AND b.id IS NULL) ORDER BY i.id`,
  },
  {
    name: 'invoices with other totals by rate than their lines',
    columns: { invoice: bigint(), rate: decimal(), taxable: bigint().nullable(), amount: bigint().nullable() },
    differences: `
      SELECT invoice, rate, t.taxable, l.taxable AS amount FROM (
        SELECT i.id AS invoice, rate, coalesce(category, '') AS category, coalesce(reason, '') AS reason,
               sum(taxable_minor)::bigint AS taxable, sum(t.tax_minor)::bigint AS tax
        FROM invoice i, jsonb_to_recordset(i.tax_totals)
          AS t(rate numeric, category text, reason text, taxable_minor bigint, tax_minor bigint)
        WHERE ${inSlice('i.partner_id')} GROUP BY 1, 2, 3, 4
      ) t FULL JOIN (
        SELECT invoice_id AS invoice, tax_rate AS rate, coalesce(tax_category, '') AS category, coalesce(tax_reason, '') AS reason,
               sum(amount_minor)::bigint AS taxable, sum(line.tax_minor)::bigint AS tax
        FROM invoice_line line ${OF_INVOICES} AND i.tax_totals IS NOT NULL GROUP BY 1, 2, 3, 4
      ) l USING (invoice, rate, category, reason)
      WHERE (t.taxable, t.tax) IS DISTINCT FROM (l.taxable, l.tax) ORDER BY 1, 2`,
  },
  {
    name: 'invoices with another over-payment than their payments',
    columns: { number: text().nullable(), overpaid_minor: bigint(), payments: bigint() },
    differences: `
      SELECT number, overpaid_minor, payments FROM (
        SELECT i.id, i.number, greatest(0, i.paid_minor - i.total_minor) - i.excess_returned_minor AS overpaid_minor,
               greatest(0, coalesce((SELECT balance_minor FROM invoice_payment WHERE invoice_id = i.id ORDER BY id DESC LIMIT 1), 0)
                 - i.total_minor) AS payments
        FROM invoice i WHERE ${inSlice('i.partner_id')}
      ) paid WHERE overpaid_minor <> payments ORDER BY id`,
  },
  {
    name: 'invoices that are written off without an amount',
    columns: { number: text().nullable(), status: text(), written_off_minor: bigint().nullable() },
    differences: `
      SELECT number, status, written_off_minor FROM invoice WHERE ${inSlice('partner_id')} AND (
        status = 'uncollectible' AND written_off_at IS NULL
        OR written_off_at IS NOT NULL AND (status NOT IN ('uncollectible', 'paid') OR written_off_minor > total_minor)) ORDER BY id`,
  },
  {
    name: 'purchases that were joined to others and not taken back',
    columns: { partner_id: bigint(), purchase: bigint(), part_of: text(), kept: bigint() },
    differences: `
      SELECT partner_id, purchase, part_of, kept FROM (
        SELECT coalesce(p.partner_id, whole.partner_id) AS partner_id, p.id AS purchase, p.part_of,
               whole.id IS NULL OR whole.part_of IS NOT NULL OR p.credits_granted <> p.credits_revoked AS is_wrong,
               coalesce((SELECT balance_minor FROM invoice_payment m JOIN customer_order o ON o.invoice_id = m.invoice_id
                         WHERE o.id = p.order_id ORDER BY m.id DESC LIMIT 1), 0) AS kept
        FROM purchase p LEFT JOIN purchase whole ON whole.gateway = p.gateway AND whole.subject = p.part_of
        WHERE p.part_of IS NOT NULL AND coalesce(p.partner_id, whole.partner_id) > $1
          AND coalesce(p.partner_id, whole.partner_id) <= $2
      ) joined WHERE is_wrong OR kept <> 0 ORDER BY purchase`,
  },
  {
    name: 'credit notes over another amount than was credited',
    columns: { number: text().nullable(), credited_minor: bigint(), notes: bigint() },
    differences: `
      SELECT i.number, i.credited_minor, coalesce(n.amount, 0) AS notes FROM invoice i LEFT JOIN (
        SELECT invoice_id, sum(amount_minor)::bigint AS amount FROM credit_note ${OF_INVOICES} GROUP BY 1
      ) n ON n.invoice_id = i.id
      WHERE ${inSlice('i.partner_id')} AND i.credited_minor <> coalesce(n.amount, 0) ORDER BY i.id`,
  },
  {
    name: 'credit notes over another amount than their lines and rates',
    columns: {
      number: text(),
      amount_minor: bigint(),
      tax_minor: bigint(),
      lines: bigint().nullable(),
      tax: bigint().nullable(),
      rates: bigint().nullable(),
    },
    differences: `
      SELECT n.number, n.amount_minor, n.tax_minor, l.amount AS lines, l.tax, r.amount AS rates
      FROM credit_note n
      LEFT JOIN LATERAL (
        SELECT sum(line.amount_minor + line.tax_minor)::bigint AS amount, sum(line.tax_minor)::bigint AS tax
        FROM credit_note_line line WHERE credit_note_id = n.id
      ) l ON true
      LEFT JOIN LATERAL (
        SELECT sum(taxable_minor + total.tax_minor)::bigint AS amount, sum(total.tax_minor)::bigint AS tax
        FROM jsonb_to_recordset(n.tax_totals) AS total (taxable_minor bigint, tax_minor bigint)
      ) r ON true
      WHERE ${inSlice('n.partner_id')} AND (
        n.tax_totals IS NOT NULL AND (r.amount, r.tax) IS DISTINCT FROM (n.amount_minor, n.tax_minor)
        -- Those issued before lines were kept have none.
        OR (n.tax_totals IS NOT NULL OR l.amount IS NOT NULL) AND (l.amount, l.tax) IS DISTINCT FROM (n.amount_minor, n.tax_minor)
      ) ORDER BY n.id`,
  },
  {
    name: 'credit notes over more of a rate than their invoice',
    columns: {
      number: text().nullable(),
      rate: text(),
      category: text(),
      taxable_minor: bigint(),
      tax_minor: bigint(),
      credited_taxable: bigint(),
      credited_tax: bigint(),
    },
    differences: `
      SELECT i.number, c.rate, c.category, coalesce(t.taxable_minor, 0)::bigint AS taxable_minor,
             coalesce(t.tax_minor, 0)::bigint AS tax_minor, c.taxable AS credited_taxable, c.tax AS credited_tax
      FROM (
        SELECT invoice_id, total.rate, total.category, total.reason, sum(taxable_minor)::bigint AS taxable,
               sum(total.tax_minor)::bigint AS tax
        FROM credit_note n, jsonb_to_recordset(n.tax_totals)
          AS total (rate text, category text, reason text, taxable_minor bigint, tax_minor bigint)
        WHERE ${inSlice('n.partner_id')} GROUP BY 1, 2, 3, 4
      ) c JOIN invoice i ON i.id = c.invoice_id
      LEFT JOIN LATERAL (
        SELECT * FROM jsonb_to_recordset(i.tax_totals)
          AS total (rate text, category text, reason text, taxable_minor bigint, tax_minor bigint)
        WHERE (total.rate::numeric, total.category) = (c.rate::numeric, c.category) AND total.reason IS NOT DISTINCT FROM c.reason
      ) t ON true
      WHERE c.taxable NOT BETWEEN 0 AND coalesce(t.taxable_minor, 0) OR c.tax NOT BETWEEN 0 AND coalesce(t.tax_minor, 0)
      ORDER BY 1, 2`,
  },
  {
    name: 'credit notes over another amount than payments returned',
    columns: { number: text().nullable(), purchase: bigint(), returned_minor: bigint(), notes: bigint() },
    differences: `
      SELECT i.number, p.id AS purchase, p.returned_minor, coalesce(n.amount, 0)::bigint AS notes
      FROM purchase p JOIN customer_order o ON o.id = p.order_id JOIN invoice i ON i.id = o.invoice_id
      LEFT JOIN LATERAL (
        SELECT sum(amount_minor)::bigint AS amount FROM credit_note
        WHERE invoice_id = i.id AND reference LIKE 'payment:' || p.id || ':%'
      ) n ON true
      LEFT JOIN LATERAL (
        SELECT sum(amount_minor) AS amount FROM credit_note WHERE invoice_id = i.id AND origin = 'administrator'
      ) a ON true
      WHERE ${inSlice('p.partner_id')} AND p.part_of IS NULL AND i.paid_minor <= i.total_minor
        -- Refunds return what administrators have credited without further notes.
        AND coalesce(n.amount, 0) NOT BETWEEN LEAST(p.returned_minor, i.paid_minor) - coalesce(a.amount, 0)
          AND LEAST(p.returned_minor, i.paid_minor) ORDER BY p.id`,
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
    isOverall: true,
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
        FROM invoice_total WHERE ${inSlice('partner_id')} GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      ) t FULL JOIN (
        SELECT partner_id, currency, status, count(*) AS n, sum(total_minor) AS total,
               sum(paid_minor - excess_returned_minor - greatest(0, credited_minor - greatest(0, total_minor - paid_minor))) AS paid,
               sum(credited_minor) AS credited
        FROM invoice WHERE ${inSlice('partner_id')} GROUP BY 1, 2, 3
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
        FROM credit_entry WHERE ${inSlice('partner_id')} GROUP BY partner_id
      ) l USING (partner_id)
      WHERE ${inSlice('a.partner_id')} AND a.balance <> coalesce(l.balance, 0) ORDER BY 1`,
  },
  {
    name: 'accounts that hold other credits than their ledger',
    columns: { partner_id: bigint(), held: bigint(), ledger: bigint() },
    differences: `
      SELECT a.partner_id, a.held, coalesce(l.held, 0) AS ledger FROM credit_account a LEFT JOIN (
        SELECT partner_id, sum(CASE WHEN kind = 'hold' THEN amount ELSE -amount END)::bigint AS held
        FROM credit_entry WHERE ${inSlice('partner_id')} AND kind IN ('hold', 'capture', 'release') GROUP BY partner_id
      ) l USING (partner_id)
      WHERE ${inSlice('a.partner_id')} AND a.held <> coalesce(l.held, 0) ORDER BY 1`,
  },
  {
    name: 'holds that were settled for another amount',
    columns: { partner_id: bigint(), reference: text(), held: bigint(), settled: bigint() },
    differences: `
      SELECT partner_id, reference, held, settled FROM (
        SELECT partner_id, reference, coalesce(sum(amount) FILTER (WHERE kind = 'hold'), 0)::bigint AS held,
               coalesce(sum(amount) FILTER (WHERE kind <> 'hold'), 0)::bigint AS settled,
               bool_or(kind <> 'hold') AS is_settled
        FROM credit_entry WHERE ${inSlice('partner_id')} AND kind IN ('hold', 'capture', 'release') GROUP BY 1, 2
      ) work WHERE is_settled AND held <> settled ORDER BY 1, 2`,
  },
  {
    name: 'keys with other credits of a day than the ledger',
    columns: { key: bigint(), day: date(), used: bigint(), ledger: bigint() },
    differences: `
      SELECT lineage_id AS key, day, coalesce(k.used, 0) AS used, coalesce(l.used, 0) AS ledger FROM (
        SELECT d.* FROM credit_key_day d JOIN partner_key ON partner_key.id = d.lineage_id WHERE ${inSlice('partner_id')}
      ) k FULL JOIN (
        SELECT lineage_id, day, sum(CASE WHEN kind = 'hold' THEN amount ELSE -amount END)::bigint AS used
        FROM credit_entry WHERE ${inSlice('partner_id')} AND kind IN ('hold', 'release') AND lineage_id IS NOT NULL GROUP BY 1, 2
      ) l USING (lineage_id, day)
      WHERE coalesce(k.used, 0) <> coalesce(l.used, 0) ORDER BY 1, 2`,
  },
  {
    name: 'capabilities with other credits of a day than the ledger',
    columns: { partner_id: bigint(), day: date(), capability: text(), used: bigint(), ledger: bigint() },
    differences: `
      SELECT partner_id, day, capability, coalesce(d.used, 0) AS used, coalesce(l.used, 0) AS ledger FROM (
        SELECT * FROM credit_capability_day WHERE ${inSlice('partner_id')}
      ) d FULL JOIN (
        SELECT partner_id, day, capability, sum(amount)::bigint AS used
        FROM credit_entry WHERE ${inSlice('partner_id')} AND kind = 'capture' GROUP BY 1, 2, 3
      ) l USING (partner_id, day, capability)
      WHERE coalesce(d.used, 0) <> coalesce(l.used, 0) ORDER BY 1, 2, 3`,
  },
  {
    name: 'purchases that granted other credits than the ledger',
    columns: { partner_id: bigint(), purchase: text(), granted: bigint(), ledger: bigint() },
    differences: `
      SELECT coalesce(p.partner_id, l.partner_id) AS partner_id, purchase, coalesce(p.granted, 0) AS granted,
             coalesce(l.granted, 0) AS ledger FROM (
        SELECT partner_id, id::text AS purchase, credits_granted AS granted FROM purchase WHERE ${inSlice('partner_id')}
      ) p FULL JOIN (
        SELECT partner_id, split_part(reference, ':', 2) AS purchase, sum(amount)::bigint AS granted FROM credit_entry
        WHERE ${inSlice('partner_id')} AND kind = 'purchase' AND reference LIKE 'payment:%' GROUP BY 1, 2
      ) l USING (purchase)
      WHERE coalesce(p.granted, 0) <> coalesce(l.granted, 0) ORDER BY 1, 2`,
  },
  {
    name: 'accounts that owe other credits than their purchases took back',
    columns: { partner_id: bigint(), debt: bigint(), owed: bigint() },
    differences: `
      SELECT a.partner_id, a.debt, coalesce(p.revoked, 0) + coalesce(l.changed, 0) AS owed FROM credit_account a
      LEFT JOIN (
        SELECT partner_id, sum(credits_revoked)::bigint AS revoked FROM purchase WHERE ${inSlice('partner_id')} GROUP BY 1
      ) p USING (partner_id)
      LEFT JOIN (
        SELECT partner_id, sum(amount)::bigint AS changed FROM credit_entry
        WHERE ${inSlice('partner_id')} AND kind = 'adjustment' AND (reference LIKE 'payment:%' OR reference LIKE 'debt:%') GROUP BY 1
      ) l USING (partner_id)
      WHERE ${inSlice('a.partner_id')} AND a.debt <> coalesce(p.revoked, 0) + coalesce(l.changed, 0) ORDER BY 1`,
  },
];

/** Partners of a slice. */
const PARTNERS_PER_SLICE = 200;
/** Rows that a comparison returns of a slice: so many disagreements have one cause. */
const MAX_ROWS = 1_000;

/** What a slice of partners has shown. */
export interface ComparedSlice {
  found: Finding[];
  /** The last partner of the slice; null: the slice was the last one. */
  lastPartnerId: number | null;
}

/**
 * Compares the books of the next partners, one statement after the other, so that work of the process that came
 * meanwhile has its turn. What concerns all partners is compared with the last slice.
 */
export async function compareSlice(
  db: Queryable,
  firstOpenMonth: Date,
  afterPartnerId: number,
): Promise<ComparedSlice> {
  const { last, partners } = await queryRow(
    db,
    { last: partnerTable.columns.id.nullable(), partners: integer() },
    `SELECT max(id) AS last, count(*)::int AS partners
     FROM (SELECT id FROM partner WHERE id > $1 ORDER BY id LIMIT ${PARTNERS_PER_SLICE}) slice`,
    [afterPartnerId],
  );
  const isLast = partners < PARTNERS_PER_SLICE;
  const found: Finding[] = [];
  for (const { name, columns, differences, isPendingWork = false, needsOpenMonth, isOverall } of COMPARISONS) {
    if (isOverall ? !isLast : last === null) continue;
    const slice = isOverall ? [] : [afterPartnerId, last, ...(needsOpenMonth ? [firstOpenMonth] : [])];
    const rows = await queryRows(db, columns, `SELECT * FROM (${differences}) found LIMIT ${MAX_ROWS}`, slice);
    if (rows.length > 0) found.push({ name, isPendingWork, count: rows.length, rows });
  }
  return { found, lastPartnerId: isLast ? null : last };
}

/** All findings, slice after slice, with at most 1,000 rows of each comparison. */
export async function findDifferences(db: Queryable, firstOpenMonth: Date): Promise<Finding[]> {
  let found: Finding[] = [];
  for (let afterPartnerId: number | null = 0; afterPartnerId !== null; ) {
    const slice: ComparedSlice = await compareSlice(db, firstOpenMonth, afterPartnerId);
    found = merge(found, slice.found, MAX_ROWS);
    afterPartnerId = slice.lastPartnerId;
  }
  return found;
}
