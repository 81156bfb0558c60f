import type { Line } from './pdf-lines.ts';

/** A word that goes on in the next line, with the hyphen that a line ends with. */
const BROKEN = /(\p{L}\p{L})[-\u00AD\u2010]$/u;
/** What ends a sentence, or stands before a list. */
const END = /[.!?:;]["\u201C\u201D\u2019)\]]?$/u;
/** The beginning of a line with the end of a sentence. */
const REST = /^[^.!?]*[.!?](?=\s|$)/u;
/** Lines of a page within which a sentence of the page before ends. */
const MOST_LINES = 3;

/** Whether a word is divided between the end of a line and the beginning of the one below. */
export function isDivided(above: string, below: string): boolean {
  return BROKEN.test(above.slice(-3)) && /^\p{Ll}/u.test(below);
}

/**
 * The lines of pages; of a word or a sentence that goes on over the end of a page, the rest stands on the page where it begins. That it
 * goes on is certain only of a small letter. Lines of several cells stay as they are.
 */
export function withWholeSentences(pages: readonly Line[][]): Line[][] {
  const whole = pages.map((lines) => [...lines]);
  for (const [index, lines] of whole.entries()) {
    const before = whole[index - 1];
    for (let moved = 0; before && moved < MOST_LINES; moved += 1) {
      const [above, below] = [before.at(-1), lines[0]];
      if (above?.cells.length !== 1 || below?.cells.length !== 1) break;
      if (END.test(above.text) || (moved === 0 && !/^\p{Ll}/u.test(below.text))) break;
      const rest = REST.exec(below.text)?.[0] ?? below.text;
      const isWord = isDivided(above.text, below.text);
      before.splice(-1, 1, withText(above, isWord ? above.text.slice(0, -1) + rest : `${above.text}\n${rest}`));
      const left = below.text.slice(rest.length).trimStart();
      lines.splice(0, 1, ...(left === '' ? [] : [withText(below, left)]));
    }
  }
  return whole;
}

function withText(line: Line, text: string): Line {
  return { ...line, text, cells: line.cells.map((cell) => ({ ...cell, text })) };
}
