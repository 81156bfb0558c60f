/** Whether the text contains one of the phrases as whole words, ignoring case and spacing. */
export function hasPhrase(text: string, phrases: readonly string[]): boolean {
  return findPhrase(text, phrases) !== undefined;
}

/** The first of the phrases that the text contains as whole words, ignoring case, spacing and Markdown marks. */
export function findPhrase(text: string, phrases: readonly string[]): string | undefined {
  const haystack = comparable(text);
  return phrases.find((phrase) => {
    const needle = comparable(phrase);
    return needle !== '' && occurrencesOf(haystack, needle).next().done === false;
  });
}

/** A phrase in the form in which phrases are compared. */
export function comparable(text: string): string {
  return text.normalize('NFKC').replace(/[‘’]/g, "'").replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Where the phrase stands in the text as whole words. */
export function* occurrencesOf(text: string, phrase: string): Generator<number> {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) yield at;
  }
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a word may end or begin at the position: beside punctuation, and anywhere in scripts without spaces. */
function isEdge(text: string, position: number): boolean {
  const around = text.slice(Math.max(0, position - 1), position + 1);
  return position === 0 || !/^[\p{L}\p{N}]{2}$/u.test(around) || UNSPACED.test(around);
}
