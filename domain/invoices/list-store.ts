import { pick, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { orderClause, type Page, type PageOrder, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, placeholders, startOfDay } from '../kernel/sql.ts';
import type { InvoiceTotals, IssuedInvoice } from './rules.ts';
import type { InvoiceFilters, InvoiceOrder } from './schema.ts';
import { invoiceTable, invoiceTotalTable, issuedInvoice } from './table.ts';

/** Sort columns. The last one is a tiebreaker, so that pages neither repeat nor skip an invoice. */
const COLUMNS: Record<InvoiceOrder['sort'], readonly (keyof IssuedInvoice)[]> = {
  created_at: ['created_at', 'id'],
  billing_type: ['billing_type', 'created_at', 'id'],
  total_amount: ['total_amount', 'id'],
};

/** A page of a partner's invoices. The total comes from the stored sums, not from counting rows. */
export async function selectInvoices(
  db: Db,
  partnerId: number,
  { page, per_page, cursor, sort, dir, ...filters }: InvoiceFilters & InvoiceOrder & PageRequest,
): Promise<Page<IssuedInvoice>> {
  const { condition, values } = conditionOf(partnerId, filters);
  return selectPage(
    db,
    {
      columns: issuedInvoice,
      select: '*',
      from: 'invoice',
      where: condition,
      values,
      order: orderOf({ sort, dir }),
      total: async () => (await sumInvoices(db, partnerId, filters)).reduce((sum, { count }) => sum + count, 0),
    },
    { page, per_page, cursor },
  );
}

/** The next invoices of an export after the given one. Needs no transaction, since the sort columns never change. */
export function selectInvoicesAfter(
  db: Db,
  partnerId: number,
  wanted: InvoiceFilters & InvoiceOrder,
  { last, limit }: { last: IssuedInvoice | undefined; limit: number },
): Promise<IssuedInvoice[]> {
  const { text, values } = nextInvoices(partnerId, wanted, {
    after: last && COLUMNS[wanted.sort].map((column) => last[column]),
    limit,
    select: () => '*',
  });
  return queryRows(db, issuedInvoice, text, values);
}

/** What a statement over the next invoices selects, and where they begin. */
interface NextInvoices {
  /** What the last ones are sorted by, of the invoice before them; undefined: the beginning. */
  after: readonly unknown[] | undefined;
  /** They begin with that invoice. */
  isIncluded?: boolean;
  limit: number;
  select: (place: (value: unknown) => string | undefined, keys: readonly string[]) => string;
}

/** The statement of the next invoices, for others to build on: with its parameters, and what it is sorted by. */
export function nextInvoices(
  partnerId: number,
  { sort, dir, ...filters }: InvoiceFilters & InvoiceOrder,
  { after, isIncluded = false, limit, select }: NextInvoices,
): { text: string; values: unknown[]; keys: readonly string[]; order: string } {
  const { condition, values } = conditionOf(partnerId, filters);
  const place = placeholders(values);
  const keys = COLUMNS[sort];
  const comparison = (dir === 'asc' ? '>' : '<') + (isIncluded ? '=' : '');
  const start = after && `(${keys.join(', ')}) ${comparison} (${after.map(place).join(', ')})`;
  const order = orderClause(orderOf({ sort, dir }));
  const text = `SELECT ${select(place, keys)} FROM invoice WHERE ${allOf([condition, start])} ${order} LIMIT ${place(limit)}`;
  return { text, values, keys, order };
}

function conditionOf(partnerId: number, { type, status, start_date, end_date }: InvoiceFilters) {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [ofType, ofStatus, from, to] = [place(type), place(status), place(start_date), place(end_date)];
  const condition = allOf([
    'partner_id = $1',
    "status <> 'draft'",
    ofType && `billing_type = ${ofType}`,
    ofStatus && `status = ${ofStatus}`,
    from && `created_at >= ${startOfDay(from)}`,
    to && `created_at < ${endOfDay(to)}`,
  ]);
  return { condition, values };
}

function orderOf({ sort, dir }: InvoiceOrder): PageOrder {
  return { keys: COLUMNS[sort], isAscending: dir === 'asc' };
}

/** Sums of a partner's invoices by currency, type and status. */
export function sumInvoices(
  db: Db,
  partnerId: number,
  { type, status, start_date, end_date }: InvoiceFilters,
): Promise<InvoiceTotals[]> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [ofType, ofStatus, from, to] = [place(type), place(status), place(start_date), place(end_date)];
  const condition = allOf([
    'partner_id = $1',
    "status <> 'draft'",
    ofType && `billing_type = ${ofType}`,
    ofStatus && `status = ${ofStatus}`,
    from && `day >= ${from}`,
    to && `day <= ${to}`,
  ]);
  return queryRows(
    db,
    {
      ...pick(invoiceTotalTable, 'total_minor', 'paid_minor', 'credited_minor'),
      ...pick(invoiceTable, 'status', 'billing_type', 'currency'),
      count: integer(),
    },
    `SELECT currency, billing_type, status, sum(n)::int AS count, sum(total_minor) AS total_minor,
            sum(paid_minor) AS paid_minor, sum(credited_minor) AS credited_minor
     FROM invoice_total WHERE ${condition} GROUP BY currency, billing_type, status HAVING sum(n) <> 0
     ORDER BY currency, billing_type, status`,
    values,
  );
}
