import { type Options, stringify } from 'csv-stringify/sync';

/**
 * RFC 4180, section 2. Its line end is CRLF, and the library by itself quotes only cells with the file's own line end,
 * so a bare CR or LF is named here: every reader takes one outside of quotes for the end of the row. Cells that a
 * spreadsheet would read as a formula get an apostrophe.
 */
const FORM = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  escape_formulas: true,
  cast: { boolean: String },
} as const satisfies Options;

/** Rows as CSV; every CSV file of the API is written by it. Rows are arrays of cells, or records with `columns`. */
export function csvOf(rows: readonly object[], options: Pick<Options, 'columns' | 'header' | 'bom'> = {}): string {
  return stringify([...rows], { ...FORM, ...options });
}
