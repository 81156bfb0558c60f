import { queryRow } from '../../infra/database/sql.ts';
import { json, text } from '../../infra/database/table.ts';
import { csvRow } from '../kernel/csv-cells.ts';
import type { Db } from '../kernel/deps.ts';
import { type CsvContents, columnsOf } from './csv-columns.ts';
import { nextInvoices } from './list-store.ts';
import type { InvoiceFilters, InvoiceOrder } from './schema.ts';

/** A row of a file: what its invoice is sorted by, its id last, and the position of its line; null where it stands without lines. */
export interface CsvPlace {
  key: string[];
  position: number | null;
}

const BATCH = { text: text().nullable(), last: json<CsvPlace>().nullable() };

/** What is wanted of a file; `now` decides what is overdue. */
export type CsvWanted = InvoiceFilters & InvoiceOrder & CsvContents & { now: Date };

/**
 * The next rows of a file after a place, as the database writes them (`csv-cells.ts`): at most so many, whatever the number of an
 * invoice's lines; null at the end.
 */
export async function selectCsvRows(
  db: Db,
  partnerId: number,
  { now, line_items, credit_notes, ...wanted }: CsvWanted,
  { last, limit }: { last: CsvPlace | undefined; limit: number },
): Promise<{ text: string; last: CsvPlace } | null> {
  const { key, position } = last ?? { key: undefined, position: null };
  const { values, keys, order, ...invoices } = nextInvoices(partnerId, wanted, {
    after: key,
    isIncluded: position !== null,
    // The first one may have no more lines.
    limit: position === null ? limit : limit + 1,
    select: (place) => {
      const readTo =
        position === null ? '0' : `CASE id WHEN ${place(key?.at(-1))} THEN ${place(position)}::int ELSE 0 END`;
      return `*, ${place(now)}::timestamptz AS asked_at, ${line_items ? `${readTo} AS read_to` : 'NULL::int AS position'}`;
    },
  });
  const most = `$${values.push(limit)}`;
  const from = `(${invoices.text}) AS invoice ${line_items ? linesOf(most) : ''}`;
  const cells = Object.values(columnsOf({ line_items, credit_notes }));
  const place = `'key', json_build_array(${keys.map((name) => `${name}::text`).join(', ')}), 'position', position`;
  const found = await queryRow(
    db,
    BATCH,
    `SELECT string_agg(line, '' ${order}, position) AS text,
            (array_agg(json_build_object(${place})) FILTER (WHERE is_last))[1] AS last
     FROM (SELECT *, lead(false, 1, true) OVER (${order}, position) AS is_last
           FROM (SELECT ${keys.join(', ')}, position, ${csvRow(cells)} AS line
                 FROM ${from} ${order}, position LIMIT ${most}) AS written) AS written`,
    values,
  );
  return found.text === null || found.last === null ? null : { text: found.text, last: found.last };
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
