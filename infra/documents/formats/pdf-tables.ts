import { isHeading } from './pdf-headings.ts';
import type { Line } from './pdf-lines.ts';
import { isDivided } from './pdf-page-ends.ts';
import { paragraphStarts } from './pdf-paragraphs.ts';
import { couldBeHeadings, guessTable, isFigure, type Row, type TableBudget } from './table.ts';

/** Rows of the shortest table; fewer lines may stand below one another by chance. */
const MIN_ROWS = 3;

/** Rows within which a table has figures; else lines that are none would be looked through again and again. */
const FIGURES_WITHIN = 30;

/** Lines of the longest heading. */
const MAX_HEADING_LINES = 3;

/** Text of a page, or a table in it. */
interface Block {
  text: string;
  isTable?: boolean;
  /** The heading with which it begins; absent where it goes on below that of the block before. */
  heading?: string;
}

/**
 * The lines of a page as text with its hyphens joined, a block for each heading, and as tables where texts stand in columns below
 * headings. `usual` is the height of the document's text. A heading with nothing below it is text, too.
 */
export function blocksOf(lines: readonly Line[], budget: TableBudget, usual: number): Block[] {
  const blocks: Block[] = [];
  const starts = paragraphStarts(lines);
  let text: string[] = [];
  let heading: string | undefined;
  const add = (block: Block) => {
    blocks.push(heading === undefined ? block : { ...block, heading });
    heading = undefined;
  };
  const endText = () => {
    if (text.length > 0) add({ text: joined(text) });
    text = [];
  };
  const endHeading = () => {
    if (heading !== undefined) add({ text: heading });
  };
  for (let at = 0; at < lines.length; ) {
    const rows = tableFrom(lines, at);
    const titles = rows.length === 0 ? headingFrom(lines, at, usual) : [];
    if (titles.length > 0) {
      endText();
      endHeading();
      heading = joined(titles).replaceAll('\n', ' ');
      at += titles.length;
      continue;
    }
    if (rows.length === 0) {
      if (text.length > 0 && starts.has(at)) text.push(PARAGRAPH);
      text.push(lines[at]?.text ?? '');
      at += 1;
      continue;
    }
    endText();
    add({ text: guessTable(rows, budget).rows.join('\n\n'), isTable: true });
    at += rows.length;
  }
  endText();
  endHeading();
  return blocks;
}

/** The lines of the heading that begins at a line, all of one height; none where there is no heading. */
function headingFrom(lines: readonly Line[], at: number, usual: number): string[] {
  const first = lines[at];
  if (!first || !isHeading(first, usual)) return [];
  const after = lines.slice(at, at + MAX_HEADING_LINES).findIndex((line) => {
    return line.height !== first.height || !isHeading(line, usual);
  });
  return lines.slice(at, at + (after === -1 ? MAX_HEADING_LINES : after)).map(({ text }) => text);
}

/** The rows of the table that begins at a line: headings, and lines whose texts stand each below one of them; none where there is no table. */
export function tableFrom(lines: readonly Line[], at: number): Row[] {
  const headings = lines[at]?.cells ?? [];
  const head: Row = new Map(headings.map(({ text }, column) => [column, text.trim()]));
  if (!couldBeHeadings(head, headings.length)) return [];
  const rows = [head];
  let hasFigures = false;
  for (let index = at + 1; index < lines.length; index += 1) {
    const row: Row = new Map();
    for (const cell of lines[index]?.cells ?? []) {
      const column = headings.findIndex(({ left, right }, index) => {
        const next = headings[index + 1]?.left ?? Number.POSITIVE_INFINITY;
        return (
          cell.left < next && (cell.right > left || cell.left >= left - 2) && cell.left < right + (next - right) / 2
        );
      });
      if (column === -1 || row.has(column)) return finished(rows, hasFigures);
      row.set(column, cell.text.trim());
    }
    if (row.size < 2) break;
    hasFigures ||= [...row.values()].some(isFigure);
    rows.push(row);
    if (!hasFigures && rows.length > FIGURES_WITHIN) break;
  }
  return finished(rows, hasFigures);
}

function finished(rows: Row[], hasFigures: boolean): Row[] {
  return rows.length >= MIN_ROWS && hasFigures ? rows : [];
}

/** A line without words, which ends a paragraph. */
const PARAGRAPH = '';

/** Lines as text; words that were divided at the end of a line are whole again. */
function joined(lines: readonly string[]): string {
  const parts: string[] = [];
  let above = '';
  for (const line of lines) {
    if (isDivided(above, line)) parts.push(parts.pop()?.slice(0, -1) ?? '', line);
    else if (parts.length > 0) parts.push('\n', line);
    else parts.push(line);
    above = line;
  }
  return parts.join('');
}
