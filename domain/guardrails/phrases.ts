import { compatible } from './slices.ts';

/** Whether the text contains one of the phrases as whole words, ignoring case and spacing. */
export function hasPhrase(text: string, phrases: readonly string[]): boolean {
  return findPhrase(text, phrases) !== undefined;
}

/** The first of the phrases that the text contains as whole words, ignoring case, spacing and Markdown marks. */
export function findPhrase(text: string, phrases: readonly string[]): string | undefined {
  const haystack = comparable(text);
  return phrases.find((phrase) => hasWords(haystack, comparable(phrase)));
}

/** A phrase in the form in which phrases are compared. */
export function comparable(text: string): string {
  return compatible(text).replace(/[‘’]/g, "'").replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Whether the phrase stands in the text as whole words; both are comparable. An empty phrase stands nowhere. */
export function hasWords(text: string, phrase: string): boolean {
  if (phrase === '') return false;
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) return true;
  }
  return false;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Kinds of UTF-16 units, each found out once: a text has many places where a short phrase stands within a word. */
const KINDS = new Uint8Array(65_536);
const [IN_WORD, BETWEEN_WORDS] = [1, 2];

/** Whether a word may end or begin at the position: beside punctuation, and anywhere in scripts without spaces. */
function isEdge(text: string, position: number): boolean {
  if (position === 0 || position >= text.length) return true;
  return kindAt(text, position - 1) !== IN_WORD || kindAt(text, position) !== IN_WORD;
}

function kindAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  const known = KINDS[unit];
  if (known) return known;
  const character = String.fromCharCode(unit);
  const kind = WORD_CHARACTER.test(character) && !UNSPACED.test(character) ? IN_WORD : BETWEEN_WORDS;
  KINDS[unit] = kind;
  return kind;
}
