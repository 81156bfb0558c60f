import { withoutAccents } from '../embeddings/words.ts';
import { NUMBER } from './wanted.ts';

/** A sentence or row that can be quoted. */
export interface Sentence {
  quote: string;
  /** The sentence before it, of whose subject it says more: it begins with a pronoun for that; null: it stands for itself. */
  before: string | null;
  /** Whether it may be the names of columns, above rows with numbers. */
  isHeading: boolean;
}

/** How an item of a list begins. */
const ITEM = /^[\p{Lu}\p{N}*-]/u;
/** Lines after the first from which on they are a list, if each is an item, and how a line ends that goes on in the next. */
const MIN_ITEMS = 2;
const ENDS = /[.!?:]\s*$/;
const GOES_ON = /[,;–-]$/u;
/** How a sentence begins that says more of what the one before is about. Lower case, without accents. */
const REFERS_BACK =
  /^(?:it|its|they|their|this|these|those|he|she|er|sie|es|dies(?:e[rsnm]?)?|este|esta|esto|estos|estas|ellos|ellas)\b/;
/** Bounds of a sentence that is quoted, characters. */
const MIN_QUOTE = 11;
const MAX_QUOTE = 300;

/** Sentences and rows of a text that can be quoted. */
export function quotable(text: string): Sentence[] {
  return text
    .split(/\n\s*\n|\n(?=[^\n]*\|)/)
    .flatMap((part) => (isList(part) ? itemsOf(part.split('\n')) : [{ part, isHeading: false }]))
    .flatMap(({ part, isHeading }) => {
      const sentences = part.split(/(?<=[^\d\s][.!?])\s+/).map((sentence) => sentence.replace(/^[\s#>|-]+/, '').trim());
      return sentences.map((quote, index) => {
        const refersBack = index > 0 && REFERS_BACK.test(withoutAccents(quote));
        return { quote, before: refersBack ? (sentences[index - 1] ?? null) : null, isHeading };
      });
    })
    .filter(({ quote }) => quote.length >= MIN_QUOTE && quote.length <= MAX_QUOTE);
}

/** The lines of a list; the first of them has no number where it names the columns of those below, most of which have one. */
function itemsOf(lines: readonly string[]): { part: string; isHeading: boolean }[] {
  const [first = '', ...others] = lines;
  const rows = others.filter((line) => NUMBER.test(withoutAccents(line))).length;
  const isTable =
    rows >= MIN_ITEMS && 2 * rows > others.length && !NUMBER.test(withoutAccents(first)) && !ENDS.test(first);
  return lines.map((part, index) => ({ part, isHeading: isTable && index === 0 }));
}

/**
 * Whether the lines of a paragraph are items of a list: where a line is broken to fit a page, the next word would not have fitted on it, and
 * of several lines hardly each begins with a capital.
 */
function isList(paragraph: string): boolean {
  const lines = paragraph.split('\n').map((line) => line.trim());
  const longest = Math.max(...lines.map(({ length }) => length));
  const fits = (line: string, next: string) => line.length + 1 + next.split(' ', 1).join('').length <= longest;
  const [, ...others] = lines;
  const isBroken = others.length < MIN_ITEMS && !others.some((line, index) => fits(lines[index] ?? '', line));
  return !isBroken && others.every((line) => ITEM.test(line)) && !lines.slice(0, -1).some((line) => GOES_ON.test(line));
}
