import { DocumentError, MAX_CELLS, MAX_CHARACTERS, MAX_COLUMNS } from '../port.ts';

/** Longest heading of a column, characters: it stands before each of its values. */
const MAX_HEADING = 100;
/** Rows among which the headings are looked for; above them stands what the table is about. */
const HEADING_WITHIN = 20;
/** Rows by which the width of a table is judged. */
const WIDTH_SAMPLE = 50;
/** Between the cells of a row. */
const CELL_SEPARATOR = ' | ';

/** What all tables of one document may have together. */
export class TableBudget {
  #cells = 0;
  #cellCharacters = 0;
  #characters = 0;

  /** Counts a cell in a column: a text may be shared by many. Throws DocumentError. */
  cell(column: number, text: string): void {
    this.#cells += 1;
    this.#cellCharacters += text.length;
    if (column >= MAX_COLUMNS) throw new DocumentError(`The document has a table of more than ${MAX_COLUMNS} columns.`);
    if (this.#cells > MAX_CELLS)
      throw new DocumentError(`The document has more than ${MAX_CELLS} cells in its tables.`);
    if (this.#cellCharacters > MAX_CHARACTERS) throw tooLong();
  }

  /** Counts the text of a row: headings are repeated in it. Throws DocumentError. */
  row(text: string): string {
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS) throw tooLong();
    return text;
  }
}

function tooLong(): DocumentError {
  return new DocumentError(`The document has more than ${MAX_CHARACTERS} characters.`);
}

/** A cell of a table, and how far it reaches. */
export interface Cell {
  text: string;
  isHeading?: boolean;
  /** Columns, 1 when absent. */
  columns?: number;
  /** Rows, 1 when absent. */
  rows?: number;
}

/** The cells of a row by column; empty ones are absent. */
export type Row = Map<number, string>;

/** Gathers a table cell by cell, with those that reach over several columns and rows. */
export class Grid {
  readonly #budget: TableBudget;
  readonly #rows: Row[] = [];
  /** Cells of rows above that reach down, by column. */
  readonly #reaching = new Map<number, { text: string; rows: number }>();
  /** Rows of headings at the top. */
  #headings = 0;
  /** Rows whose first cell is a heading. */
  readonly #named = new Set<Row>();
  #row: Row = new Map();
  #column = 0;
  /** Whether the row is marked as one of headings, and whether each of its cells is. */
  #isHeadingRow = false;
  #isAllHeadings = false;
  #isOpen = false;

  constructor(budget: TableBudget) {
    this.#budget = budget;
  }

  /** Begins a row; `isHeading`: it has the headings of the columns. */
  row(isHeading = false): void {
    this.#closeRow();
    this.#row = new Map();
    this.#rows.push(this.#row);
    this.#column = 0;
    this.#isHeadingRow = isHeading;
    this.#isAllHeadings = true;
    this.#isOpen = true;
  }

  /** Says of the row that was begun last that it has the headings of the columns. */
  markHeading(): void {
    this.#isHeadingRow = true;
  }

  /** Adds a cell to the row. */
  cell({ text, isHeading = false, columns = 1, rows = 1 }: Cell): void {
    if (!this.#isOpen) this.row();
    this.#fillFromAbove();
    const value = text.replace(/\s+/g, ' ').trim();
    if (isHeading && this.#column === 0) this.#named.add(this.#row);
    this.#isAllHeadings &&= isHeading;
    // A value belongs to its first column; a heading to all that it stands above.
    const isRepeated = isHeading || this.#isHeadingRow;
    for (let index = 0; index < columns; index += 1) {
      const shown = index === 0 || isRepeated ? value : '';
      this.#put(shown);
      if (rows > 1 && shown !== '') this.#reaching.set(this.#column, { text: shown, rows: rows - 1 });
      this.#column += 1;
    }
  }

  /** Adds a cell that goes on from the row above. */
  continuedCell(columns = 1): void {
    this.cell({ text: this.#rows.at(-2)?.get(this.#column) ?? '', columns });
  }

  /** Leaves out the row that was begun last. */
  dropRow(): void {
    this.#rows.pop();
    this.#isOpen = false;
  }

  /** The rows as text, each value with the heading of its column. */
  end(): string[] {
    this.#closeRow();
    // Of a table of nothing but headings the first row heads the others.
    const headings = this.#rows.length > 1 && this.#headings === this.#rows.length ? 1 : this.#headings;
    if (headings > 0 || this.#named.size === 0) return rowsWithHeadings(this.#rows, headings, this.#budget);
    return this.#rows.map((row) => this.#budget.row(this.#named.has(row) ? namedRow(row) : plainRow(row)));
  }

  /** The rows with those headings taken for granted that are marked; others are guessed. */
  endWithGuess(): GuessedTable {
    this.#closeRow();
    if (this.#headings > 0 || this.#named.size > 0) return { title: [], rows: this.end() };
    return guessTable(this.#rows, this.#budget);
  }

  #closeRow(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const [column, above] of this.#reaching) if (column >= this.#column) this.#putFromAbove(column, above);
    const isHeading = this.#isHeadingRow || (this.#isAllHeadings && this.#row.size > 0);
    if (isHeading && this.#headings === this.#rows.length - 1) this.#headings += 1;
  }

  #fillFromAbove(): void {
    for (let above = this.#reaching.get(this.#column); above; above = this.#reaching.get(this.#column)) {
      this.#putFromAbove(this.#column, above);
      this.#column += 1;
    }
  }

  #putFromAbove(column: number, above: { text: string; rows: number }): void {
    this.#budget.cell(column, above.text);
    this.#row.set(column, above.text);
    above.rows -= 1;
    if (above.rows === 0) this.#reaching.delete(column);
  }

  #put(value: string): void {
    this.#budget.cell(this.#column, value);
    if (value !== '') this.#row.set(this.#column, value);
  }
}

/** Rows of a table whose first `headings` rows are its headings. */
function rowsWithHeadings(rows: readonly Row[], headings: number, budget: TableBudget): string[] {
  if (headings >= rows.length) return rows.map((row) => budget.row(plainRow(row)));
  const names = new Map<number, string>();
  for (const row of rows.slice(0, headings)) {
    for (const [column, value] of row) {
      const above = names.get(column);
      // Of headings in two rows the lower one says more of what the upper one says.
      if (above !== value) names.set(column, shortened(above === undefined ? value : `${above} ${value}`));
    }
  }
  return rows.slice(headings).flatMap((row) => {
    const text = Array.from(row, ([column, value]) => {
      const name = names.get(column);
      return name ? `${name}: ${value}` : value;
    }).join(CELL_SEPARATOR);
    return text === '' ? [] : budget.row(text);
  });
}

function shortened(heading: string): string {
  return heading.slice(0, MAX_HEADING).toWellFormed().replace(/:$/, '');
}

function plainRow(row: Row): string {
  return [...row.values()].join(CELL_SEPARATOR);
}

/** A row of a table whose headings stand at its left. */
function namedRow(row: Row): string {
  const [name = '', ...values] = row.values();
  return values.length === 0 ? name : `${shortened(name)}: ${values.join(CELL_SEPARATOR)}`;
}

/** What rows without marks consist of. */
export interface GuessedTable {
  /** Lines above the headings: what the table is about. Or all of what is no table. */
  title: string[];
  rows: string[];
}

/** Rows whose headings are not marked: the first row that could be headings is taken for them. */
export function guessTable(rows: readonly Row[], budget: TableBudget): GuessedTable {
  const width = Math.max(0, ...rows.slice(0, WIDTH_SAMPLE).map(({ size }) => size));
  // What has one column is text.
  if (width < 2) return { title: rows.map((row) => budget.row(plainRow(row))), rows: [] };
  const at = rows.slice(0, HEADING_WITHIN).findIndex((row) => couldBeHeadings(row, width));
  if (at === -1 || at === rows.length - 1) return { title: [], rows: rowsWithHeadings(rows, 0, budget) };
  const title = rows.slice(0, at).map((row) => budget.row(plainRow(row)));
  return { title, rows: rowsWithHeadings(rows.slice(at), 1, budget) };
}

/** Whether a row could be the headings of a table of this width. */
export function couldBeHeadings(row: Row, width: number): boolean {
  const values = [...row.values()];
  return (
    values.length >= Math.max(2, width / 2) &&
    values.every((value) => value.length <= MAX_HEADING && (!isFigure(value) || /^(?:19|20)\d\d$/.test(value))) &&
    new Set(values).size === values.length
  );
}

/** Whether a value is a number, an amount, a date or the like. */
export function isFigure(value: string): boolean {
  return value.length <= 40 && /\d/.test(value) && value.replace(/\P{L}/gu, '').length <= 3;
}
