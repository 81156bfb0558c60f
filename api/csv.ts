import { type Options, stringify } from 'csv-stringify/sync';
import { CSV_MARK, CSV_ROW_END } from '../domain/kernel/csv-cells.ts';

/**
 * RFC 4180, section 2. Its line end is CRLF, and the library by itself quotes only cells with the file's own line end,
 * so a bare CR or LF is named here: every reader takes one outside of quotes for the end of the row. Cells that a
 * spreadsheet would read as a formula get an apostrophe.
 */
const FORM = {
  record_delimiter: CSV_ROW_END,
  eof: false,
  quoted_match: /[\r\n]/,
  escape_formulas: true,
} as const satisfies Options;

/** What the library has to look at: texts that are quoted, or that a spreadsheet might read as a formula, by their first character. */
const SPECIAL = /[",\r\n]|^[^\p{L}\p{Nd} ]/u;

/** Characters of rows from the database that are written at once: half a millisecond of the event loop, or five where each text has to be quoted. */
const SLICE_CHARACTERS = 65_536;

/** A value of a row; null and undefined are empty. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * Rows as CSV; every CSV file of the API is written by it. Most cells are written as they are, and the library writes those with
 * anything special in them, since it takes a hundred times as long.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  let text = '';
  for (const cells of rows) {
    for (const [place, cell] of cells.entries()) text += place === 0 ? csvCell(cell) : `,${csvCell(cell)}`;
    text += CSV_ROW_END;
  }
  return text;
}

/** Rows that the database wrote, with each marked text as the library writes it; many rows have the same ones, such as addresses. */
export function csvOfMarked(rows: string): string {
  const written = new Map<string, string>();
  const pieces = rows.split(CSV_MARK);
  for (let place = 1; place < pieces.length; place += 2) {
    const marked = pieces[place] ?? '';
    const cell = written.get(marked) ?? csvCell(JSON.parse(marked));
    written.set(marked, cell);
    pieces[place] = cell;
  }
  return pieces.join('');
}

/** The same rows in texts of their own, none much longer than a turn of the event loop allows. */
export async function* slicesOfRows(batches: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const rows of batches) {
    for (let start = 0, next: number; start < rows.length; start = next) {
      // No cell has a line end in it as the database writes it: texts with one are marked.
      const end = rows.indexOf(CSV_ROW_END, start + SLICE_CHARACTERS);
      next = end === -1 ? rows.length : end + CSV_ROW_END.length;
      yield rows.slice(start, next);
    }
  }
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  // No text of a caller: a minus sign begins no formula.
  if (typeof cell !== 'string') return String(cell);
  return SPECIAL.test(cell) ? stringify([[cell]], FORM) : cell;
}
