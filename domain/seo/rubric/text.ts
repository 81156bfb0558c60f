import { cutAtWord } from '../../kernel/words.ts';

/** Scripts written without spaces: each character is compared for itself. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** The classes of one alternative do not overlap, so a match never goes back. */
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+(?:['’]\\p{L}+)*`, 'gv');

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** One line in composed form (NFC), spaces and invisible marks made single spaces; at most `max` UTF-16 units are read. */
export function oneLine(text: string, max: number): string {
  return text
    .slice(0, max)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu, ' ')
    .trim();
}

/** Whether the text has a letter or digit. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Length in Unicode code points. */
export function countCharacters(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').length;
}

/** Words in lower case, without punctuation and without a possessive ending. */
export function words(text: string): string[] {
  const folded = text.normalize('NFC').toLowerCase();
  return Array.from(folded.matchAll(WORD), ([word]) => word.replace(/['’]s$/, '').replaceAll('’', "'"));
}

/** A word as it is compared with others: `balancers` and `balancer` are one. */
export function stem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The stems of all words. */
export function stems(text: string): string[] {
  return words(text).map(stem);
}

/** Sentences with at least one word; a line feed ends one too. */
export function sentences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => Array.from(sentenceSegmenter.segment(line), ({ segment }) => segment.trim()).filter(hasWord));
}

/** How often the phrase stands in the text, without overlaps. */
export function countPhrase(text: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return 0;
  let count = 0;
  for (let at = 0; at + phrase.length <= text.length; at += 1) {
    if (phrase.every((word, index) => text[at + index] === word)) {
      count += 1;
      at += phrase.length - 1;
    }
  }
  return count;
}

/** The text in quotation marks, cut to a length that fits into a sentence. */
export function quote(text: string, max = 80): string {
  return `"${cutAtWord(text, max)}"`;
}

/** Quoted texts in a row: `"a", "b" and "c"`; at most five of them are named. */
export function quoteAll(texts: readonly string[]): string {
  const quoted = texts.slice(0, 5).map((text) => quote(text));
  if (texts.length > 5) quoted.push(`${texts.length - 5} more`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}

/** The count with its noun: `1 word`, `2 words`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
