import type { Style } from './docx-styles.ts';
import { outlineLevel } from './docx-styles.ts';
import type { Outline } from './sections.ts';
import { Grid, type TableBudget } from './table.ts';
import { type Attributes, attribute, isOn, type XmlHandler } from './xml.ts';

/** What is not part of the text as it reads: deleted words, codes of fields, formats before a change, copies for older programs. */
const SKIPPED = new Set([
  'del',
  'moveFrom',
  'delText',
  'instrText',
  'delInstrText',
  'Fallback',
  'rPrChange',
  'pPrChange',
]);

/** Hides words, rows or paragraphs. */
const HIDING = new Set(['vanish', 'specVanish']);

interface Paragraph {
  text: string;
  level: number | undefined;
  isListed: boolean;
  isHidden: boolean;
}

/** A table under way, with the cell that is being read. */
interface OpenTable {
  grid: Grid;
  cell: string;
  columns: number;
  merge: 'none' | 'begins' | 'goes on';
  isDropped: boolean;
}

/** Makes an outline of the body of a Word document, its notes or its headers. */
export class BodyReader implements XmlHandler {
  readonly #outline: Outline;
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #notes: Map<string, string>;
  readonly #budget: TableBudget;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: OpenTable[] = [];
  /** Elements that are open within one that is skipped, itself included. */
  #skipped = 0;
  #properties: 'paragraph' | 'run' | 'row' | undefined;
  #isRunHidden = false;
  #isText = false;

  constructor(
    outline: Outline,
    given: { styles: ReadonlyMap<string, Style>; notes: Map<string, string>; budget: TableBudget },
  ) {
    this.#outline = outline;
    this.#styles = given.styles;
    this.#notes = given.notes;
    this.#budget = given.budget;
  }

  open(name: string, attributes: Attributes): void {
    const isRowMark = this.#properties === 'row' && name === 'del';
    if (this.#skipped > 0 || (SKIPPED.has(name) && !isRowMark)) this.#skipped += 1;
    else if (this.#properties) this.#openProperty(name, attributes);
    else this.#openContent(name, attributes);
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === 'pPr' || name === 'trPr') this.#properties = undefined;
    else if (name === 'rPr' && this.#properties === 'run') this.#properties = undefined;
    else if (!this.#properties) this.#closeContent(name);
  }

  text(text: string): void {
    if (this.#isText && this.#skipped === 0) this.#say(text);
  }

  #openContent(name: string, attributes: Attributes): void {
    const table = this.#tables.at(-1);
    switch (name) {
      case 'p':
        this.#paragraphs.push({ text: '', level: undefined, isListed: false, isHidden: false });
        break;
      case 'pPr':
        this.#properties = 'paragraph';
        break;
      case 'r':
        this.#isRunHidden = false;
        break;
      case 'rPr':
        this.#properties = 'run';
        break;
      case 'trPr':
        this.#properties = 'row';
        break;
      case 't':
        this.#isText = true;
        break;
      case 'tab':
        this.#say(' ');
        break;
      case 'br':
      case 'cr':
        this.#say('\n');
        break;
      case 'noBreakHyphen':
        this.#say('-');
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#sayNote(name, attributes);
        break;
      case 'tbl':
        this.#tables.push({
          grid: new Grid(this.#budget),
          cell: '',
          columns: 1,
          merge: 'none',
          isDropped: false,
        });
        break;
      case 'tr':
        table?.grid.row();
        if (table) table.isDropped = false;
        break;
      case 'tc':
        if (table) Object.assign(table, { cell: '', columns: 1, merge: 'none' });
        break;
      case 'gridSpan':
        if (table) table.columns = Number.parseInt(attribute(attributes, 'val') ?? '1', 10) || 1;
        break;
      case 'vMerge':
        if (table) table.merge = attribute(attributes, 'val') === 'restart' ? 'begins' : 'goes on';
        break;
    }
  }

  #openProperty(name: string, attributes: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    const table = this.#tables.at(-1);
    const value = attribute(attributes, 'val');
    if (this.#properties === 'row') {
      if (table && (name === 'del' || (name === 'hidden' && isOn(attributes)))) table.isDropped = true;
      else if (name === 'tblHeader' && isOn(attributes)) table?.grid.markHeading();
    } else if (this.#properties === 'run') {
      if (HIDING.has(name)) this.#isRunHidden = isOn(attributes);
      else if (name === 'rStyle' && this.#styles.get(value ?? '')?.isHidden) this.#isRunHidden = true;
    } else if (paragraph) {
      if (name === 'pStyle') {
        const style = this.#styles.get(value ?? '');
        paragraph.level = style?.level;
        paragraph.isHidden = style?.isHidden ?? false;
      } else if (name === 'outlineLvl') paragraph.level = outlineLevel(value);
      else if (name === 'numId') paragraph.isListed = value !== '0';
    }
  }

  #closeContent(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#isRunHidden = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') this.#endCell();
    else if (name === 'tr') {
      const table = this.#tables.at(-1);
      if (table?.isDropped) table.grid.dropRow();
    } else if (name === 'tbl') this.#endTable();
  }

  #say(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph && !this.#isRunHidden && !paragraph.isHidden) paragraph.text += text;
  }

  #sayNote(reference: string, attributes: Attributes): void {
    const key = `${reference} ${attribute(attributes, 'id') ?? ''}`;
    const note = this.#notes.get(key);
    if (!note) return;
    this.#say(` (${note})`);
    // A note may be referred to a million times.
    this.#notes.delete(key);
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph || paragraph.text.trim() === '') return;
    const table = this.#tables.at(-1);
    // A text box stands within a paragraph, which goes on behind it.
    if (table) table.cell += `${paragraph.text} `;
    else if (paragraph.level !== undefined) this.#outline.heading(paragraph.level, paragraph.text);
    else this.#outline.add(paragraph.isListed ? `\n- ${paragraph.text}` : `\n\n${paragraph.text}`);
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    if (table.merge === 'goes on') table.grid.continuedCell(table.columns);
    else table.grid.cell({ text: table.cell, columns: table.columns });
    table.cell = '';
  }

  #endTable(): void {
    const table = this.#tables.pop();
    if (!table) return;
    const outer = this.#tables.at(-1);
    const found = table.grid.endWithGuess();
    if (outer) outer.cell += `${[...found.title, ...found.rows].join('; ')} `;
    else this.#outline.titledTable(found);
  }
}
