import { pick, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type InvoiceLineRow, invoiceLineTable } from './table.ts';

/** Lines of an invoice by their positions, which begin with 1. */
export interface LineRange {
  invoiceId: number;
  /** The position before the first one. */
  after: number;
  /** The last position, included. */
  upTo: number;
}

/** The position of each invoice's last line, by invoice id; none for an invoice without lines. */
export async function selectLastPositions(db: Db, invoiceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await queryRows(
    db,
    { ...pick(invoiceLineTable, 'invoice_id'), last: integer() },
    `SELECT wanted.id AS invoice_id, line.position AS last FROM unnest($1::bigint[]) AS wanted(id),
       LATERAL (SELECT position FROM invoice_line WHERE invoice_id = wanted.id ORDER BY position DESC LIMIT 1) AS line`,
    [invoiceIds],
  );
  return new Map(rows.map(({ invoice_id, last }) => [invoice_id, last]));
}

/** The lines in the ranges, of each invoice at most one, in order, by invoice id. */
export async function selectLinesIn(db: Db, ranges: readonly LineRange[]): Promise<Map<number, InvoiceLineRow[]>> {
  const wanted = ranges.filter(({ after, upTo }) => upTo > after);
  if (wanted.length === 0) return new Map();
  const rows = await queryRows(
    db,
    invoiceLineTable,
    `SELECT line.* FROM unnest($1::bigint[], $2::int[], $3::int[]) AS wanted(id, after, up_to)
     JOIN invoice_line AS line ON invoice_id = wanted.id AND position > wanted.after AND position <= wanted.up_to`,
    [wanted.map(({ invoiceId }) => invoiceId), wanted.map(({ after }) => after), wanted.map(({ upTo }) => upTo)],
  );
  // Sorted here: asked for an order, PostgreSQL may go through the index of all lines for it.
  rows.sort((a, b) => a.position - b.position);
  return Map.groupBy(rows, ({ invoice_id }) => invoice_id);
}
