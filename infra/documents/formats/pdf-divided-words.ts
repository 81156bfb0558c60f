import type { Line } from './pdf-lines.ts';

/** A word that goes on in the next line, with the hyphen that a line ends with. */
const BROKEN = /(\p{L}\p{L})[-\u00AD\u2010]$/u;

/** Whether a word is divided between the end of a line and the beginning of the one below. */
export function isDivided(above: string, below: string): boolean {
  return BROKEN.test(above.slice(-3)) && /^\p{Ll}/u.test(below);
}

/** The lines of pages; of words that are divided between two pages, the rest stands on the first. Lines of several cells stay as they are. */
export function withWholeWords(pages: readonly Line[][]): Line[][] {
  const whole = pages.map((lines) => [...lines]);
  for (const [index, lines] of whole.entries()) {
    const [above, below] = [whole[index - 1]?.at(-1), lines[0]];
    if (above?.cells.length !== 1 || below?.cells.length !== 1 || !isDivided(above.text, below.text)) continue;
    const [rest = ''] = /^\S+/.exec(below.text) ?? [];
    whole[index - 1]?.splice(-1, 1, withText(above, above.text.slice(0, -1) + rest));
    const left = below.text.slice(rest.length).trimStart();
    lines.splice(0, 1, ...(left === '' ? [] : [withText(below, left)]));
  }
  return whole;
}

function withText(line: Line, text: string): Line {
  return { ...line, text, cells: line.cells.map((cell) => ({ ...cell, text })) };
}
