import type { Outline } from './sections.ts';
import { couldBeHeadings, guessTable, isFigure, type TableBudget } from './table.ts';
import type { SheetRow } from './xlsx-sheet.ts';

/** Adds what a sheet has: a table, or several below one another with an empty row between. */
export function addTables(outline: Outline, rows: readonly SheetRow[], budget: TableBudget): void {
  let from = 0;
  for (let index = 1; index <= rows.length; index += 1) {
    if (index < rows.length && !beginsTable(rows, index)) continue;
    const table = rows.slice(from, index).map(({ cells }) => cells);
    outline.titledTable(guessTable(table, budget));
    from = index;
  }
}

/** Whether a row behind an empty one has the headings of what follows. */
function beginsTable(rows: readonly SheetRow[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!above || !row || !below || row.number === above.number + 1) return false;
  const isFollowed = [...row.cells.keys()].some((column) => isFigure(below.cells.get(column) ?? ''));
  return isFollowed && couldBeHeadings(row.cells, below.cells.size);
}
