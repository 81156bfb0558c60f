import type { Outline } from './sections.ts';
import { Grid, type GuessedTable, type TableBudget } from './table.ts';
import { type Attributes, attribute, type XmlHandler } from './xml.ts';

const TITLES = new Set(['title', 'ctrTitle']);
/** What stands on every slide: its number, the date, headers and footers, the picture of a slide beside its notes. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** A cell of a table under way. */
interface OpenCell {
  text: string;
  columns: number;
  rows: number;
  /** Covered by a cell beside or above it. */
  isCovered: boolean;
}

/** Reads a slide, the notes of one, or the words of a diagram. */
export class SlideReader implements XmlHandler {
  readonly #budget: TableBudget;
  readonly #parts: (string | GuessedTable)[] = [];
  #shape: { isTitle: boolean; isLeftOut: boolean; text: string } | undefined;
  #grid: Grid | undefined;
  #cell: OpenCell | undefined;
  #isFirstRowHeading = false;
  #paragraph = '';
  #isText = false;
  /** Elements that are open within a copy for older programs, itself included. */
  #skipped = 0;
  title = '';
  isHidden = false;

  constructor(budget: TableBudget) {
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || name === 'Fallback') {
      this.#skipped += 1;
      return;
    }
    switch (name) {
      case 'sld':
        this.isHidden = attribute(attributes, 'show') === '0';
        break;
      case 'sp':
        this.#shape = { isTitle: false, isLeftOut: false, text: '' };
        break;
      case 'cNvPr':
        if (this.#shape && attribute(attributes, 'hidden') === '1') this.#shape.isLeftOut = true;
        break;
      case 'ph':
        if (this.#shape) {
          const type = attribute(attributes, 'type') ?? '';
          this.#shape.isTitle = TITLES.has(type);
          this.#shape.isLeftOut ||= FURNITURE.has(type);
        }
        break;
      case 'tbl':
        this.#grid = new Grid(this.#budget);
        break;
      case 'tblPr':
        this.#isFirstRowHeading = attribute(attributes, 'firstRow') === '1';
        break;
      case 'tr':
        this.#grid?.row(this.#isFirstRowHeading);
        this.#isFirstRowHeading = false;
        break;
      case 'tc':
        this.#cell = cellOf(attributes);
        break;
      case 'p':
        this.#paragraph = '';
        break;
      case 'br':
        this.#paragraph += '\n';
        break;
      case 't':
        this.#isText = true;
        break;
    }
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') this.#endCell();
    else if (name === 'tbl') {
      if (this.#grid) this.#parts.push(this.#grid.endWithGuess());
      this.#grid = undefined;
    } else if (name === 'sp') this.#endShape();
  }

  text(text: string): void {
    if (this.#isText && this.#skipped === 0) this.#paragraph += text;
  }

  /** Adds what was read; `before` stands before the first words. */
  addTo(outline: Outline, before = ''): void {
    let mark = before;
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        outline.add(`\n\n${mark}${part}`);
        mark = '';
      } else outline.titledTable(part);
    }
  }

  #endParagraph(): void {
    const text = this.#paragraph.trim();
    this.#paragraph = '';
    if (text === '') return;
    if (this.#cell) this.#cell.text += `${text} `;
    else if (this.#shape) this.#shape.text += `${text}\n`;
    else this.#parts.push(text);
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell && !cell.isCovered) this.#grid?.cell(cell);
  }

  #endShape(): void {
    const shape = this.#shape;
    this.#shape = undefined;
    const text = shape?.text.trim() ?? '';
    if (!shape || shape.isLeftOut || text === '') return;
    if (shape.isTitle && this.title === '') this.title = text.replace(/\s+/g, ' ');
    else this.#parts.push(text);
  }
}

function cellOf(attributes: Attributes): OpenCell {
  const numberOf = (name: string) => Number.parseInt(attribute(attributes, name) ?? '1', 10) || 1;
  const isOn = (name: string) => /^(?:1|true)$/.test(attribute(attributes, name) ?? '');
  return {
    text: '',
    columns: numberOf('gridSpan'),
    rows: numberOf('rowSpan'),
    isCovered: isOn('hMerge') || isOn('vMerge'),
  };
}
