import type { Handler } from 'htmlparser2';
import { DocumentError, MAX_ATTRIBUTES, MAX_ELEMENTS, MAX_HTML_DEPTH, type Section } from '../port.ts';
import { Outline } from './sections.ts';
import { Grid, TableBudget } from './table.ts';

const TOO_COMPLEX = 'The document has too many elements.';
/** Longest attribute value that is looked at for what it hides, characters. */
const MAX_STYLE = 2_000;
/** Largest span of a cell; that of the HTML standard. */
const MAX_SPAN = 1_000;

/** What is not text of the page, or leads around in it. */
const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'nav',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'datalist',
  'button',
  'canvas',
  'title',
]);
const PARAGRAPHS = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'ul',
  'ol',
  'dl',
  'dt',
  'pre',
  'blockquote',
  'figure',
  'figcaption',
  'address',
  'form',
  'fieldset',
  'hr',
  'summary',
  'details',
]);
/** Elements without content, which are never open. */
const VOID = new Set('area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '));

/** A table under way. */
interface OpenTable {
  grid: Grid;
  /** The text of the open cell; undefined between cells. */
  cell: { text: string; isHeading: boolean; columns: number; rows: number } | undefined;
  isHead: boolean;
}

/** Makes an outline of the tags and texts of a page while they are parsed, so that there is never a tree of them. */
export class HtmlReader implements Partial<Handler> {
  readonly #outline = new Outline();
  readonly #budget = new TableBudget();
  readonly #tables: OpenTable[] = [];
  #heading: { level: number; title: string } | undefined;
  #caption: string | undefined;
  #isPreformatted = false;
  /** Elements that are open, those that cannot be aside. */
  #depth = 0;
  /** Depth of the outermost element that is left out; 0 outside of one. */
  #skippedFrom = 0;
  #attributes = 0;
  /** Elements so far. */
  elements = 0;

  /** Attributes are counted before there is an element of them. Throws DocumentError. */
  onattribute(): void {
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES) throw new DocumentError(TOO_COMPLEX);
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.elements += 1;
    if (!VOID.has(name)) this.#depth += 1;
    if (this.elements > MAX_ELEMENTS.html || this.#depth > MAX_HTML_DEPTH) throw new DocumentError(TOO_COMPLEX);
    if (this.#skippedFrom > 0) return;
    if (SKIPPED.has(name) || isHidden(attributes)) {
      if (!VOID.has(name)) this.#skippedFrom = this.#depth;
    } else this.#begin(name, attributes);
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return;
    const isLeftOut = this.#skippedFrom > 0;
    if (this.#depth === this.#skippedFrom) this.#skippedFrom = 0;
    this.#depth -= 1;
    if (!isLeftOut) this.#end(name);
  }

  ontext(text: string): void {
    if (this.#skippedFrom > 0) return;
    // Line breaks within a paragraph are spaces, but not those of code.
    this.#add(this.#isPreformatted ? text : text.replace(/\s+/g, ' '));
  }

  /** All sections. */
  end(): Section[] {
    while (this.#tables.length > 0) this.#endTable();
    return this.#outline.end();
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#tables.at(-1);
    if (/^h[1-6]$/.test(name)) {
      this.#leaveLayout();
      this.#heading = { level: Number(name[1]), title: '' };
    } else if (name === 'table') {
      this.#leaveLayout();
      this.#tables.push({ grid: new Grid(this.#budget), cell: undefined, isHead: false });
    } else if (name === 'caption') this.#caption = '';
    else if (name === 'thead' && table) table.isHead = true;
    else if (name === 'tr' && table) table.grid.row(table.isHead);
    else if ((name === 'td' || name === 'th') && table) {
      this.#endCell();
      const isHeading = name === 'th';
      table.cell = { text: '', isHeading, columns: span(attributes['colspan']), rows: span(attributes['rowspan']) };
    } else if (name === 'li') this.#add('\n- ');
    else if (name === 'br' || name === 'dd' || name === 'tr') this.#add('\n');
    else if (PARAGRAPHS.has(name)) {
      this.#add('\n\n');
      if (name === 'pre') this.#isPreformatted = true;
    }
  }

  #end(name: string): void {
    const table = this.#tables.at(-1);
    if (this.#heading && /^h[1-6]$/.test(name)) {
      this.#outline.heading(this.#heading.level, this.#heading.title.replace(/\s+/g, ' '));
      this.#heading = undefined;
    } else if (name === 'table') this.#endTable();
    else if (name === 'caption' && this.#caption !== undefined) {
      this.#outline.add(`\n\n${this.#caption}`);
      this.#caption = undefined;
    } else if (name === 'td' || name === 'th') {
      if (table) this.#endCell();
      else this.#add(' ');
    } else if (name === 'thead' && table) table.isHead = false;
    else if (PARAGRAPHS.has(name)) {
      this.#add('\n\n');
      if (name === 'pre') this.#isPreformatted = false;
    }
  }

  #add(text: string): void {
    const cell = this.#tables.at(-1)?.cell;
    if (this.#heading) this.#heading.title += text;
    else if (this.#caption !== undefined) this.#caption += text;
    else if (cell) cell.text += text;
    // What stands between the cells of a table is not of it.
    else this.#outline.add(text);
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (!table?.cell) return;
    table.grid.cell(table.cell);
    table.cell = undefined;
  }

  #endTable(): void {
    this.#endCell();
    const table = this.#tables.pop();
    if (table) this.#outline.titledTable(table.grid.endWithGuess());
  }

  /** A table that holds headings or tables lays out a page: what it has is text, not rows. */
  #leaveLayout(): void {
    for (const { grid, cell } of this.#tables.splice(0)) {
      this.#outline.titledTable(grid.endWithGuess());
      if (cell) this.#outline.add(`\n\n${cell.text}`);
    }
  }
}

/** Whether an element is hidden from those who read the page. */
function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  const { hidden, style, role } = attributes;
  if (hidden !== undefined || attributes['aria-hidden'] === 'true' || role === 'navigation') return true;
  if (style === undefined) return false;
  const rules = style.slice(0, MAX_STYLE).toLowerCase().replace(/\s+/g, '');
  return rules.includes('display:none') || rules.includes('visibility:hidden');
}

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? '1', 10);
  return number > 0 ? Math.min(number, MAX_SPAN) : 1;
}
