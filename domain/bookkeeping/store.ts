import type { Columns, RowOf } from '../../infra/database/sql.ts';
import { type CreditEntryRow, creditEntryTable } from '../credits/table.ts';
import type { IssuedInvoice } from '../invoices/rules.ts';
import { issuedInvoice } from '../invoices/table.ts';
import type { Db } from '../kernel/deps.ts';
import { equalTo, selectListed } from '../kernel/listed-rows.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import { endOfDay, startOfDay } from '../kernel/sql.ts';
import { type OrderRow, orderTable } from '../orders/table.ts';
import { type UsageRecordRow, usageRecordTable } from '../usage-records/table.ts';

/** Filters of all lists. */
interface Filter extends PageRequest {
  partner_id?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** A list over the rows of all partners, newest first. */
interface Listed<Shown extends Columns> {
  columns: Shown;
  /** SQL of the rows. */
  rows: string;
  /** Column with the time that the days are compared with. */
  time: string;
  /** Conditions of its own filters by column; absent values do not filter. */
  equal?: Record<string, unknown>;
  /** Whether the rows have an invoice; absent: all. */
  invoiced?: boolean | undefined;
}

function selectPage<Shown extends Columns>(
  db: Db,
  { columns, rows, time, equal = {}, invoiced }: Listed<Shown>,
  request: Filter,
): Promise<Page<RowOf<Shown>>> {
  const { partner_id, start_date, end_date } = request;
  return selectListed(
    db,
    {
      columns,
      rows,
      where(take) {
        const [from, to] = [take(start_date), take(end_date)];
        return [
          ...equalTo({ partner_id, ...equal }, take),
          from && `${time} >= ${startOfDay(from)}`,
          to && `${time} < ${endOfDay(to)}`,
          invoiced !== undefined && `invoice_id IS ${invoiced ? 'NOT NULL' : 'NULL'}`,
        ];
      },
    },
    request,
  );
}

/** The issued invoices of all partners, newest first. */
export function selectAllInvoices(
  db: Db,
  request: Filter & {
    type?: string | undefined;
    status?: string | undefined;
    invoice_number?: string | undefined;
  },
): Promise<Page<IssuedInvoice>> {
  const { type: billing_type, status, invoice_number: number } = request;
  const rows = `SELECT * FROM invoice WHERE status <> 'draft'`;
  return selectPage(
    db,
    { columns: issuedInvoice, rows, time: 'created_at', equal: { billing_type, status, number } },
    request,
  );
}

/** The orders of all partners, newest first. */
export function selectAllOrders(
  db: Db,
  request: Filter & { type?: string | undefined; reference?: string | undefined; invoiced?: boolean | undefined },
): Promise<Page<OrderRow>> {
  const { type: billing_type, reference, invoiced } = request;
  const equal = { billing_type, reference };
  const { columns } = orderTable;
  return selectPage(
    db,
    { columns, rows: 'SELECT * FROM customer_order', time: 'created_at', equal, invoiced },
    request,
  );
}

/** The metered use of all partners, newest first. */
export function selectAllUsageRecords(
  db: Db,
  request: Filter & { dimension?: string | undefined; reference?: string | undefined; invoiced?: boolean | undefined },
): Promise<Page<UsageRecordRow>> {
  const { dimension, reference, invoiced } = request;
  const equal = { dimension, reference };
  const { columns } = usageRecordTable;
  return selectPage(db, { columns, rows: 'SELECT * FROM usage_record', time: 'occurred_at', equal, invoiced }, request);
}

/** The ledger entries of all partners, newest first. */
export function selectAllLedgerEntries(
  db: Db,
  request: Filter & { kind?: string | undefined; reference?: string | undefined },
): Promise<Page<CreditEntryRow>> {
  const { kind, reference } = request;
  const { columns } = creditEntryTable;
  return selectPage(
    db,
    { columns, rows: 'SELECT * FROM credit_entry', time: 'created_at', equal: { kind, reference } },
    request,
  );
}
