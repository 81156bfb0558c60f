import { DocumentError, MAX_CELLS } from '../port.ts';
import { decodeExport } from './decode.ts';
import { type FormatText, Outline } from './sections.ts';
import { guessTable, type Row, TableBudget } from './table.ts';

/** Between cells; Excel writes semicolons where decimals have commas. */
const SEPARATORS = [',', ';', '\t', '|'];
/** Characters by which the separator is recognized. */
const SAMPLE = 10_000;
const QUOTE = '"';

/** A table in text: rows with the headings of their columns. RFC 4180, with whatever separator. Throws DocumentError. */
export function readCsv(bytes: Uint8Array): FormatText {
  const budget = new TableBudget();
  const outline = new Outline();
  outline.titledTable(guessTable(rowsOf(decodeExport(bytes).replace(/^\uFEFF/, ''), budget), budget));
  return { sections: outline.end() };
}

function rowsOf(given: string, budget: TableBudget): Row[] {
  // Excel's own way to say which separator a file has.
  const declared = /^sep=(.)\r?\n/i.exec(given);
  const text = declared ? given.slice(declared[0].length) : given;
  const separator = declared?.[1] ?? separatorOf(text.slice(0, SAMPLE));
  const rows: Row[] = [];
  let row: Row = new Map();
  let column = 0;
  const endRow = () => {
    if (row.size > 0) rows.push(row);
    if (rows.length > MAX_CELLS)
      throw new DocumentError(`The document has more than ${MAX_CELLS} cells in its tables.`);
    row = new Map();
    column = 0;
  };
  for (let at = 0; at < text.length; ) {
    const { value, end } = text[at] === QUOTE ? quotedValue(text, at) : plainValue(text, at, separator);
    // An empty line has no cell.
    if (column > 0 || value !== '') budget.cell(column, value);
    const cell = value.replace(/\s+/g, ' ').trim();
    if (cell !== '') row.set(column, cell);
    // What stands behind a quoted value up to the separator is of no value.
    const next = nextOf(text, end, separator);
    column += 1;
    if (text[next] !== separator) endRow();
    at = next + (text[next] === '\r' && text[next + 1] === '\n' ? 2 : 1);
  }
  endRow();
  return rows;
}

/** The separator that most lines have equally often, else the one that is there most. */
function separatorOf(sample: string): string {
  const lines = sample.split(/\r\n|\r|\n/).filter((line) => line !== '');
  // The last line of a sample may be cut.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const scores = SEPARATORS.map((separator) => {
    const counts = whole.map((line) => line.split(separator).length - 1);
    const usual = counts[0] ?? 0;
    return usual === 0 ? 0 : counts.filter((count) => count === usual).length + Math.min(usual, 100) / 1_000;
  });
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** A value and the index behind it. */
interface Value {
  value: string;
  end: number;
}

function quotedValue(text: string, start: number): Value {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const end = text.indexOf(QUOTE, from);
    if (end === -1) throw new DocumentError('The document has a quoted value that does not end.');
    parts.push(text.slice(from, end));
    if (text[end + 1] !== QUOTE) return { value: parts.join(QUOTE), end: end + 1 };
    from = end + 2;
  }
}

function plainValue(text: string, start: number, separator: string): Value {
  const end = nextOf(text, start, separator);
  return { value: text.slice(start, end), end };
}

/** Index of the next separator or end of a line. */
function nextOf(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
