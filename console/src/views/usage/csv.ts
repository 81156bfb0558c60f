/** Spreadsheets take these at the start of a cell for a formula, those in East Asia the wide ones, too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8. Texts that look like formulas are kept as texts. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
