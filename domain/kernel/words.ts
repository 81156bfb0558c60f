/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** A word without the punctuation around it; takes time in proportion to its length, which an expression for its end would not. */
export function bareWord(word: string): string {
  const first = word.search(/[\p{L}\p{N}]/u);
  if (first === -1) return '';
  let end = word.length;
  while (end > first && !WORD_CHARACTER.test(lastCharacter(word, end))) end -= lastCharacter(word, end).length;
  return word.slice(first, end);
}

/** The character that ends at an index; of two units where it needs them. */
function lastCharacter(text: string, end: number): string {
  const code = text.charCodeAt(end - 1);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? end - 2 : end - 1, end);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Number of words in Markdown or plain text. Marks such as `#` or `-` that stand alone do not count. */
export function countWords(text: string): number {
  let count = 0;
  for (const token of text.split(/\s+/)) {
    if (!WORD_CHARACTER.test(token)) continue;
    count += UNSPACED.test(token) ? countUnspaced(token) : 1;
  }
  return count;
}

function countUnspaced(token: string): number {
  let count = 0;
  for (const segment of segmenter.segment(token)) if (segment.isWordLike) count += 1;
  return count;
}

/**
 * At most the first `max` UTF-16 units of a text, without half a character at the end, which JSON in the database does
 * not allow.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? max - 1 : max);
}

/**
 * Text on one line in composed form (NFC), with spaces and invisible characters collapsed; reads at most `max` UTF-16
 * units.
 */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  return truncate(text, max)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu, ' ')
    .trim();
}

/** Cuts after the last whole word that fits and adds an ellipsis; shorter text is returned unchanged. */
export function cutAtWord(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = truncate(text, maxCharacters - 1).toWellFormed();
  const space = head.lastIndexOf(' ');
  return `${(space > maxCharacters / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

/**
 * Shortens Markdown to at most `maxWords`, at the end of a paragraph or sentence when one lies at or after `minWords`,
 * else after a word.
 */
export function cutToWords(text: string, minWords: number, maxWords: number): string {
  for (const end of [/\n\s*\n/g, /[.!?。！？]["')\]]*(?=\s|$)/g]) {
    const cut = longestFit(text, end, maxWords);
    if (cut !== undefined && countWords(cut) >= minWords) return cut;
  }
  return longestFit(text, /\S(?=\s|$)/g, maxWords) ?? truncate(text, maxWords);
}

/** The longest prefix that ends where `end` matches and has at most `maxWords`, without a trailing heading. */
function longestFit(text: string, end: RegExp, maxWords: number): string | undefined {
  const ends = Array.from(text.matchAll(end), (match) => match.index + match[0].length);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countWords(text.slice(0, ends[middle])) <= maxWords) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return undefined;
  return withoutHangingHeading(text.slice(0, ends[low - 1]));
}

function withoutHangingHeading(text: string): string {
  const lines = text.trimEnd().split('\n');
  while (lines.length > 0 && /^(#{1,6}\s.*|\s*)$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n');
}
