import { isDivided } from './pdf-divided-words.ts';
import type { Line } from './pdf-lines.ts';
import { paragraphStarts } from './pdf-paragraphs.ts';
import { couldBeHeadings, guessTable, isFigure, type Row, type TableBudget } from './table.ts';

/** Rows of the shortest table; fewer lines may stand below one another by chance. */
const MIN_ROWS = 3;

/** Rows within which a table has figures; else lines that are none would be looked through again and again. */
const FIGURES_WITHIN = 30;

/** Text of a page, or a table in it. */
interface Block {
  text: string;
  isTable?: boolean;
}

/** The lines of a page as text with its hyphens joined, and as tables where texts stand in columns below headings. */
export function blocksOf(lines: readonly Line[], budget: TableBudget): Block[] {
  const blocks: Block[] = [];
  const starts = paragraphStarts(lines);
  let text: string[] = [];
  const endText = () => {
    if (text.length > 0) blocks.push({ text: joined(text) });
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const rows = tableFrom(lines, at);
    if (rows.length === 0) {
      if (text.length > 0 && starts.has(at)) text.push(PARAGRAPH);
      text.push(lines[at]?.text ?? '');
      at += 1;
      continue;
    }
    endText();
    blocks.push({ text: guessTable(rows, budget).rows.join('\n\n'), isTable: true });
    at += rows.length;
  }
  endText();
  return blocks;
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
