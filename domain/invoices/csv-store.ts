import { queryRow } from '../../infra/database/sql.ts';
import { json, text } from '../../infra/database/table.ts';
import { csvCells, csvRows } from '../kernel/csv-cells.ts';
import type { Db } from '../kernel/deps.ts';
import { type CsvContents, csvCellsOf } from './csv-columns.ts';
import { nextInvoices } from './list-store.ts';
import type { InvoiceFilters, InvoiceOrder } from './schema.ts';

/** A row of a file: what its invoice is sorted by, its id last, and the position of its line; null where it stands without lines. */
export interface CsvPlace {
  key: string[];
  position: number | null;
}

const BATCH = { text: text().nullable(), last: json<CsvPlace>() };

/** What is wanted of a file; `now` decides what is overdue. */
export type CsvWanted = InvoiceFilters & InvoiceOrder & CsvContents & { now: Date };

/**
 * The next rows of a file after a place, as the database writes them (`csv-cells.ts`): at most so many, whatever the number of an
 * invoice's lines; null at the end. The cells of an invoice are formed once for all of its lines.
 */
export async function selectCsvRows(
  db: Db,
  partnerId: number,
  { now, line_items, credit_notes, ...wanted }: CsvWanted,
  { last, limit }: { last: CsvPlace | undefined; limit: number },
): Promise<{ text: string; last: CsvPlace } | null> {
  const { key, position } = last ?? { key: undefined, position: null };
  const cellsAt = (moment: string) => csvCellsOf({ line_items, credit_notes }, moment);
  const { values, keys, order, ...invoices } = nextInvoices(partnerId, wanted, {
    after: key,
    isIncluded: position !== null,
    // The first one may have no more lines.
    limit: position === null ? limit : limit + 1,
    select: (place, sorted) => {
      const readTo =
        position === null ? '0' : `CASE id WHEN ${place(key?.at(-1))} THEN ${place(position)}::int ELSE 0 END`;
      const ofInvoice = csvCells(cellsAt(`${place(now)}::timestamptz`).ofInvoice);
      return `${sorted.join(', ')}, currency, ${ofInvoice} AS cells, ${line_items ? `${readTo} AS read_to` : 'NULL::int AS position'}`;
    },
  });
  const most = `$${values.push(limit)}`;
  const from = `(${invoices.text}) AS invoice ${line_items ? linesOf(most) : ''}`;
  const inOrder = `${order}, position`;
  const lastOf = (column: string) => `(array_agg(${column} ${inOrder}))[count(*)]`;
  const place = `'key', json_build_array(${keys.map((name) => `${lastOf(name)}::text`).join(', ')}), 'position', ${lastOf('position')}`;
  const found = await queryRow(
    db,
    BATCH,
    `SELECT ${csvRows('row', inOrder)} AS text, json_build_object(${place}) AS last
     FROM (SELECT ${keys.join(', ')}, position, ${rowOf(cellsAt(''))} AS row FROM ${from} ${inOrder} LIMIT ${most}) AS written`,
    values,
  );
  return found.text === null ? null : { text: found.text, last: found.last };
}

/** A row of its invoice's cells, those of the line, if there is one, and those of each row. */
function rowOf({ ofLine, ofEach }: ReturnType<typeof csvCellsOf>): string {
  const withCells = (cells: readonly string[]) => csvCells(['cells', ...cells, ...ofEach]);
  if (ofLine.length === 0) return withCells([]);
  return `CASE WHEN position IS NULL THEN ${withCells(ofLine.map(() => "''"))} ELSE ${withCells(ofLine)} END`;
}

/**
 * The next lines of each invoice. Invoices are read in the order of an index, so the lines come invoice by invoice, and those beyond the
 * batch are not read.
 */
function linesOf(most: string): string {
  return `LEFT JOIN LATERAL (SELECT * FROM invoice_line WHERE invoice_id = invoice.id AND position > read_to
                             ORDER BY position LIMIT ${most}) AS line ON true
          WHERE read_to = 0 OR position IS NOT NULL`;
}
