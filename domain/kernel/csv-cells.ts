/** Where a CSV file, as the database writes it, has a text that `api/csv.ts` has to look at: as JSON, which has none of it, between two of these. */
export const CSV_MARK = '\u0001';

/** How a row of a CSV file ends (RFC 4180, section 2). */
export const CSV_ROW_END = '\r\n';

/** What stands in a file as it is: fewer texts than `api/csv.ts` would write so, never others. */
const PLAIN = String.raw`'^[A-Za-z0-9 ][^",\r\n\u0001]*$'`;

/**
 * Cells of a row of a CSV file in SQL, with nothing in them that would be quoted there: numbers, days, words of ours, and `csvText`. None
 * is null, since PostgreSQL leaves those out; what may be is a `csvOptional`.
 */
export function csvCells(cells: readonly string[]): string {
  return `concat_ws(',', ${cells.join(', ')})`;
}

/** A cell that is empty for null. */
export function csvOptional(cell: string): string {
  return `coalesce((${cell})::text, '')`;
}

/** A text by people as a cell: as it is, or marked where anything in it may be special; empty for null. */
export function csvText(text: string): string {
  return `CASE WHEN ${text} ~ ${PLAIN} THEN ${text} WHEN ${text} IS NULL THEN '' ELSE E'\\x01' || to_json(${text}) || E'\\x01' END`;
}

/** Rows in an order as one text, each with its end; null of none. */
export function csvRows(row: string, order: string): string {
  const end = String.raw`E'\r\n'`;
  return `string_agg(${row}, ${end} ${order}) || ${end}`;
}
