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

/** What is cut into words at once in scripts without spaces, UTF-16 units: to begin takes as long as some hundred characters. */
const PIECE = 4_000;

/** Number of words in Markdown or plain text. Marks such as `#` or `-` that stand alone do not count. */
export function countWords(text: string): number {
  let count = 0;
  let unspaced = '';
  for (const token of text.split(/\s+/)) {
    if (!WORD_CHARACTER.test(token)) continue;
    if (UNSPACED.test(token)) unspaced += `${token} `;
    else count += 1;
    if (unspaced.length <= PIECE) continue;
    count += countUnspaced(unspaced);
    unspaced = '';
  }
  return count + countUnspaced(unspaced);
}

function countUnspaced(text: string): number {
  if (text === '') return 0;
  let count = 0;
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count += 1;
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
 * else after a word. Reads the text once, since counting the words of its beginnings over and over takes long in scripts without spaces.
 */
export function cutToWords(text: string, minWords: number, maxWords: number): string {
  const fitting = text.slice(0, endOfWords(text, maxWords));
  for (const end of [/\n\s*\n/g, /[.!?。！？]["')\]]*(?=\s|$)/g]) {
    const cut = cutAfterLast(fitting, end);
    if (cut !== undefined && countWords(cut) >= minWords) return cut;
  }
  return fitting.trim() === '' ? truncate(text, maxWords) : withoutHangingHeading(fitting);
}

/** Where the word begins that is one too many, looked for in ever smaller pieces; the end of a text that has none such. */
function endOfWords(text: string, maxWords: number, size = PIECE): number {
  let left = maxWords;
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, spaceAfter(text, from + size));
    const words = countWords(piece);
    if (words > left) {
      const start = piece.search(/\S/);
      const isWord = size === 1 || spaceAfter(piece, start) === piece.length;
      return from + (isWord ? start : endOfWords(piece, left, Math.ceil(size / 8)));
    }
    left -= words;
    from += piece.length;
  }
  return text.length;
}

/** The first white space at or after a place; the end where there is none. */
function spaceAfter(text: string, place: number): number {
  const space = /\s/g;
  space.lastIndex = place;
  return space.exec(text)?.index ?? text.length;
}

/** The text up to the last place where `end` matches, without a trailing heading. */
function cutAfterLast(text: string, end: RegExp): string | undefined {
  let last: number | undefined;
  while (end.test(text)) last = end.lastIndex;
  return last === undefined ? undefined : withoutHangingHeading(text.slice(0, last));
}

function withoutHangingHeading(text: string): string {
  const lines = text.trimEnd().split('\n');
  while (lines.length > 0 && /^(#{1,6}\s.*|\s*)$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n');
}
