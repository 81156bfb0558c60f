/** A piece of text on a page, as the PDF draws it. */
export interface TextItem {
  str: string;
  /** Its place: the last two numbers are x and y, y upwards. */
  transform: readonly number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

/** Texts of a line that stand apart, as the cells of a table do. */
interface LineCell {
  text: string;
  left: number;
  right: number;
}

/** A line of a page. */
export interface Line {
  text: string;
  cells: LineCell[];
  /** Of its baseline, upwards. */
  y: number;
  height: number;
}

/** Gap between texts that stand apart, times the height of the letters; words stand closer. */
const APART = 1.15;
/** Gap between letters of two words, times their height. */
const SPACE = 0.15;
/** Height of letters that the PDF does not say, points. */
const USUAL_HEIGHT = 10;
/** Lines that are put in order; more are read as they are drawn. */
const MAX_SORTED = 2_000;

/** The lines of a page from top to bottom, column by column where it has several. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, transform, width, height, hasEOL } of items) {
    const [left = 0, y = 0] = transform.slice(4);
    const size = height || USUAL_HEIGHT;
    if (str.trim() !== '') {
      if (!line || Math.abs(line.y - y) > size / 2 || left < (line.cells.at(-1)?.left ?? 0)) {
        line = { text: '', cells: [], y, height: size };
        lines.push(line);
      }
      append(line, { text: str, left, right: left + Math.abs(width) }, size);
    } else if (line && str !== '') append(line, { text: str, left, right: left }, size);
    if (hasEOL) line = undefined;
  }
  for (const each of lines) each.text = each.cells.map(({ text }) => text.trim()).join(' ');
  return inReadingOrder(lines);
}

function append(line: Line, { text, left, right }: LineCell, size: number): void {
  const last = line.cells.at(-1);
  if (text.trim() === '') {
    if (last && !last.text.endsWith(' ')) last.text += ' ';
    return;
  }
  const gap = last ? left - last.right : 0;
  if (!last || gap > size * APART) line.cells.push({ text, left, right });
  else {
    const isApart = gap > size * SPACE && !last.text.endsWith(' ') && !text.startsWith(' ');
    last.text += isApart ? ` ${text}` : text;
    last.right = Math.max(last.right, right);
  }
}

/** A PDF may draw its lines in any order. Those that it draws downwards, or column after column, are left as they are. */
function inReadingOrder(lines: Line[]): Line[] {
  if (lines.length > MAX_SORTED || isInOrder(lines)) return lines;
  return merged([...lines].sort((a, b) => (Math.abs(a.y - b.y) > a.height / 2 ? b.y - a.y : leftOf(a) - leftOf(b))));
}

/** Whether each line is below the one before, or begins a column beside what came before. */
function isInOrder(lines: readonly Line[]): boolean {
  let right = Number.NEGATIVE_INFINITY;
  let columnLeft = Number.NEGATIVE_INFINITY;
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const isBelow = !above || line.y <= above.y + line.height / 2;
    const isBeside = leftOf(line) >= right - line.height || leftOf(line) > columnLeft + line.height * 5;
    if (!isBelow && !isBeside) return false;
    if (!isBelow) columnLeft = leftOf(line);
    else if (index === 0) columnLeft = leftOf(line);
    right = isBelow ? Math.max(right, rightOf(line)) : rightOf(line);
  }
  return true;
}

/** Joins the pieces of a line that were drawn apart. */
function merged(lines: readonly Line[]): Line[] {
  const whole: Line[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last && Math.abs(last.y - line.y) <= line.height / 2 && leftOf(line) >= rightOf(last)) {
      last.cells.push(...line.cells);
      last.text += ` ${line.text}`;
    } else whole.push(line);
  }
  return whole;
}

function leftOf({ cells }: Line): number {
  return cells[0]?.left ?? 0;
}

function rightOf({ cells }: Line): number {
  return cells.at(-1)?.right ?? 0;
}
