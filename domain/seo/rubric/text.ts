import { emailAddresses } from '../../guardrails/emails.ts';
import { phoneNumbers } from '../../guardrails/phones.ts';
import { cutAtWord } from '../../kernel/words.ts';

/** Scripts written without spaces: each character counts as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** The classes within one alternative do not overlap, so a match never backtracks. */
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+(?:['’]\\p{L}+)*`, 'gv');

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Whether the text has a letter or digit. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Length in Unicode code points. */
export function countCharacters(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').length;
}

/** Words in lower case, without punctuation and the possessive `'s`. */
export function words(text: string): string[] {
  const normalized = text.normalize('NFC').toLowerCase();
  return Array.from(normalized.matchAll(WORD), ([word]) => word.replace(/['’]s$/, '').replaceAll('’', "'"));
}

/** A word in the form for comparison: `balancers` and `balancer` are equal. */
export function stem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The stems of all words. */
export function stems(text: string): string[] {
  return words(text).map(stem);
}

/** Sentences with at least one word; a line feed also ends a sentence. Segmented at once, since to begin takes as long as a long line. */
export function sentences(text: string): string[] {
  return Array.from(sentenceSegmenter.segment(text), ({ segment }) => segment.trim()).filter(hasWord);
}

/** How often the phrase occurs in the text, without overlaps. */
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

/** The text in quotation marks, truncated to a length that fits into a sentence. */
export function quote(text: string, max = 80): string {
  return `"${cutAtWord(text, max)}"`;
}

/** A list of quoted texts: `"a", "b" and "c"`; at most five are listed. */
export function quoteAll(texts: readonly string[]): string {
  const quoted = texts.slice(0, 5).map((text) => quote(text));
  return enumerate(texts.length > 5 ? [...quoted, `${texts.length - 5} more`] : quoted);
}

/** A list as part of a sentence: `a, b and c`. */
export function enumerate(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * The count with its noun, or `over` the largest count that is stated exactly: beyond it, the page may not have been
 * read completely.
 */
export function countedUpTo(count: number, most: number, noun: string): string {
  return count > most ? `over ${most} ${noun}s` : counted(count, noun);
}

/** A number of times in words: `once`, `2 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A number of further times in words: `once more`, `2 times more`. */
export function timesMore(count: number): string {
  return count === 1 ? 'once more' : `${count} times more`;
}

/** The count with its noun: `1 word`, `2 words`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Email addresses and phone numbers in the text, each once, including those of a company. */
export function contactData(text: string): string[] {
  return [...new Set([...emailAddresses(text), ...phoneNumbers(text)])];
}

/** Longest list that is proposed word for word, characters. */
const MAX_LIST = 1_000;

/** What a recommendation proposes for a list, an entry a line; nothing where no entry is left, or it is too long to be meant like that. */
export function proposedList(entries: readonly string[]): { text?: string } {
  const text = entries.map((entry) => `- ${entry}`).join('\n');
  return text !== '' && text.length <= MAX_LIST ? { text } : {};
}
