/** A row of CSV. */
export interface CsvRow {
  /** Where it begins, from 1 on. */
  line: number;
  cells: string[];
}

/** Most cells of a row that are kept. */
const MAX_CELLS = 100;
/** Longest quoted cell, characters. */
const MAX_QUOTED = 65_536;
/** Characters looked at between two yields. */
const SLICE = 16_384;
const QUOTE = '"';

/** A quoted cell that does not end, or is too long. */
export class OpenQuote extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`A quoted cell does not end, or has more than ${MAX_QUOTED} characters.`);
    this.line = line;
  }
}

/**
 * The rows of CSV text (RFC 4180, with whatever separator), `undefined` in between, for slices; empty rows are left out. Takes
 * time in proportion to the text. Throws OpenQuote.
 */
export function* csvRows(text: string, separator: string): Generator<CsvRow | undefined> {
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let pausedAt = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    if (at - pausedAt >= SLICE) {
      pausedAt = at;
      yield undefined;
    }
    const cell = text[at] === QUOTE ? quotedCell(text, at, line) : { value: '', end: at, lines: 0 };
    // Of a quoted cell what stands behind it up to the separator is of no value.
    const end = endOfCell(text, cell.end, separator);
    if (row.cells.length < MAX_CELLS) row.cells.push(text[at] === QUOTE ? cell.value : text.slice(at, end));
    line += cell.lines;
    at = end + 1;
    if (text[end] === separator) continue;
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1;
    line += 1;
    if (row.cells.some((value) => value.trim() !== '')) yield row;
    row = { line, cells: [] };
  }
  if (row.cells.some((value) => value.trim() !== '')) yield row;
}

function quotedCell(text: string, start: number, line: number): { value: string; end: number; lines: number } {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const end = text.indexOf(QUOTE, from);
    if (end === -1 || end - start > MAX_QUOTED) throw new OpenQuote(line);
    parts.push(text.slice(from, end));
    if (text[end + 1] !== QUOTE) {
      const value = parts.join(QUOTE);
      return { value, end: end + 1, lines: value.split('\n').length - 1 };
    }
    from = end + 2;
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
