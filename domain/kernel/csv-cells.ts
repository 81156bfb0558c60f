/** Where a CSV file, as the database writes it, has a text that `api/csv.ts` has to look at: as JSON, which has none of it, between two of these. */
export const CSV_MARK = '\u0001';

/** How a row of a CSV file ends (RFC 4180, section 2). */
export const CSV_ROW_END = '\r\n';

/** What stands in a file as it is: fewer texts than `api/csv.ts` would write so, never others. */
const PLAIN = String.raw`'^[A-Za-z0-9 ][^",\r\n\u0001]*$'`;

/** A row of a CSV file in SQL, of cells with nothing that would be quoted there: numbers, days, words of ours, and `csvText`. */
export function csvRow(cells: readonly string[]): string {
  return `concat(${cells.join(", ',', ")}, E'\\r\\n')`;
}

/** A text by people as a cell: as it is, or marked where anything in it may be special. */
export function csvText(text: string): string {
  return `CASE WHEN ${text} ~ ${PLAIN} THEN ${text} WHEN ${text} IS NOT NULL THEN E'\\x01' || to_json(${text}) || E'\\x01' END`;
}
