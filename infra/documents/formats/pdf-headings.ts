import type { Line } from './pdf-lines.ts';

/** How much taller the letters of a heading are than those of the text. */
const HEADING_HEIGHT = 1.12;
/** Longest line of a heading, characters; a longer one is text in large letters. */
const MAX_HEADING_LINE = 120;

/** The height of the letters that most of a document is written in, points; 0 where there is no text. */
export function textHeight(pages: readonly (readonly Line[])[]): number {
  const characters = new Map<number, number>();
  for (const { height, text } of pages.flat()) {
    characters.set(height, (characters.get(height) ?? 0) + text.length);
  }
  const [[height] = [0]] = [...characters].sort(([, one], [, other]) => other - one);
  return height;
}

/** Whether a line is a heading, or a part of one: a short line of words in larger letters than the text. */
export function isHeading(line: Line, usual: number): boolean {
  return (
    line.height > usual * HEADING_HEIGHT &&
    line.cells.length === 1 &&
    line.text.length <= MAX_HEADING_LINE &&
    /\p{L}{2}/u.test(line.text)
  );
}
