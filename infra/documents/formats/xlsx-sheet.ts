import { MAX_COLUMNS } from '../port.ts';
import type { OfficePackage } from './office-package.ts';
import type { Row, TableBudget } from './table.ts';
import { type GivenCell, MAX_CELL, type SharedValues, textOfCell } from './xlsx-values.ts';
import { type Attributes, attribute, type XmlHandler } from './xml.ts';

/** Ranges of merged cells that are looked at. */
const MAX_MERGES = 5_000;

/** A visible row of a sheet with its number, from 1. */
export interface SheetRow {
  number: number;
  cells: Row;
}

/** Cells that are shown as one; the text is that of the first. */
interface Merge {
  column: number;
  row: number;
  lastRow: number;
}

/** The visible rows of a sheet that are not empty; undefined when the sheet was read before, or is none. */
export function readSheet(
  file: OfficePackage,
  part: string,
  values: SharedValues,
  budget: TableBudget,
): SheetRow[] | undefined {
  const sheet = new SheetReader(values, budget);
  return file.parse(part, sheet) ? sheet.end() : undefined;
}

class SheetReader implements XmlHandler {
  readonly #values: SharedValues;
  readonly #budget: TableBudget;
  readonly #rows: SheetRow[] = [];
  readonly #merges: Merge[] = [];
  readonly #hiddenColumns = new Uint8Array(MAX_COLUMNS);
  #columnsGiven = 0;
  #row: SheetRow = { number: 0, cells: new Map() };
  #isRowHidden = false;
  #column = -1;
  #cell: GivenCell | undefined;
  #isValue = false;
  #isReading = false;

  constructor(values: SharedValues, budget: TableBudget) {
    this.#values = values;
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#isValue = !this.#isReading;
    else if (name === 'rPh') this.#isReading = true;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'col') this.#openColumns(attributes);
    else if (name === 'mergeCell' && this.#merges.length < MAX_MERGES) {
      const merge = mergeOf(attribute(attributes, 'ref') ?? '');
      if (merge) this.#merges.push(merge);
    }
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isReading = false;
    else if (name === 'row' && !this.#isRowHidden && this.#row.cells.size > 0) this.#rows.push(this.#row);
  }

  text(text: string): void {
    if (this.#isValue && this.#cell && this.#cell.value.length < MAX_CELL) this.#cell.value += text;
  }

  /** The rows, each with the texts of merged cells that reach down to it. */
  end(): SheetRow[] {
    const merges = this.#merges.sort((a, b) => a.row - b.row);
    /** Texts that reach down, by column. */
    const reaching = new Map<number, { text: string; lastRow: number }>();
    let next = 0;
    for (const { number, cells } of this.#rows) {
      for (const [column, { text, lastRow }] of reaching) {
        if (number > lastRow) reaching.delete(column);
        else if (!cells.has(column)) {
          this.#budget.cell(column, text);
          cells.set(column, text);
        }
      }
      for (; (merges[next]?.row ?? Number.POSITIVE_INFINITY) <= number; next += 1) {
        const merge = merges[next];
        const text = merge?.row === number ? cells.get(merge.column) : undefined;
        if (merge && text !== undefined && merge.lastRow > number) {
          reaching.set(merge.column, { text, lastRow: merge.lastRow });
        }
      }
    }
    return this.#rows.map(({ number, cells }) => ({ number, cells: inOrder(cells) }));
  }

  #openRow(attributes: Attributes): void {
    const number = Number(attribute(attributes, 'r') ?? this.#row.number + 1);
    this.#row = { number: Number.isInteger(number) ? number : this.#row.number + 1, cells: new Map() };
    this.#isRowHidden = isTrue(attribute(attributes, 'hidden'));
    this.#column = -1;
  }

  #openColumns(attributes: Attributes): void {
    this.#columnsGiven += 1;
    if (this.#columnsGiven > MAX_COLUMNS || !isTrue(attribute(attributes, 'hidden'))) return;
    this.#hiddenColumns.fill(1, Number(attribute(attributes, 'min')) - 1, Number(attribute(attributes, 'max')));
  }

  #openCell(attributes: Attributes): void {
    const reference = attribute(attributes, 'r');
    this.#column = reference === undefined ? this.#column + 1 : (columnOf(reference) ?? this.#column + 1);
    const style = Number(attribute(attributes, 's') ?? 0);
    this.#cell = { type: attribute(attributes, 't') ?? 'n', style, value: '' };
  }

  #closeCell(): void {
    const text = this.#cell ? textOfCell(this.#cell, this.#values) : '';
    this.#cell = undefined;
    if (text === '' || this.#isRowHidden || this.#hiddenColumns[this.#column]) return;
    this.#budget.cell(this.#column, text);
    this.#row.cells.set(this.#column, text);
  }
}

function inOrder(cells: Row): Row {
  const columns = [...cells.keys()];
  const isOrdered = columns.every((column, index) => index === 0 || column > (columns[index - 1] ?? 0));
  return isOrdered ? cells : new Map([...cells].sort(([a], [b]) => a - b));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The column of a reference such as `AB12`, from 0; undefined where it is none. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,4}/i.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column - 1, MAX_COLUMNS);
}

function mergeOf(reference: string): Merge | undefined {
  const [first = '', last = ''] = reference.split(':');
  const column = columnOf(first);
  const [row, lastRow] = [first, last].map((each) => Number(each.replace(/^[A-Z]+/i, '')));
  return column === undefined || !row || !lastRow ? undefined : { column, row, lastRow };
}
