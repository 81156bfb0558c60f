import type { Line } from './pdf-lines.ts';

/** How much more than the usual distance of a page's lines is one between paragraphs. */
const PARAGRAPH_GAP = 1.3;
/** How much taller the letters of a heading are than those above it. */
const HEADING_HEIGHT = 1.12;
/** Fewest lines of a page whose usual distance is known. */
const MIN_LINES = 6;

/**
 * Indices of the lines of a page that begin a paragraph: they stand further below the one above than lines of a paragraph do, or are taller,
 * as headings are. What follows a heading closely stays with it.
 */
export function paragraphStarts(lines: readonly Line[]): Set<number> {
  const usual = usualDistance(lines);
  const starts = new Set<number>();
  if (usual === undefined) return starts;
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (!above) continue;
    const isApart = distance(above, line) > usual * PARAGRAPH_GAP && !isHeadingOf(above, line);
    if (isApart || isHeadingOf(line, above)) starts.add(index);
  }
  return starts;
}

function isHeadingOf(line: Line, other: Line): boolean {
  return line.height > other.height * HEADING_HEIGHT;
}

function distance(above: Line, line: Line): number {
  return above.y - line.y;
}

/** The distance that a quarter of the lines do not exceed: those within paragraphs, where these are short, too. */
function usualDistance(lines: readonly Line[]): number | undefined {
  const distances = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    return above && distance(above, line) > 0 ? [distance(above, line)] : [];
  });
  if (distances.length + 1 < MIN_LINES) return undefined;
  return distances.sort((one, other) => one - other)[Math.floor(distances.length / 4)];
}
