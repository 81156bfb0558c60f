/** Whether the text contains one of the phrases as whole words, ignoring case and spacing. */
export function hasPhrase(text: string, phrases: readonly string[]): boolean {
  const haystack = normalise(text);
  return phrases.map(normalise).some((phrase) => phrase !== '' && holdsWhole(haystack, phrase));
}

function normalise(text: string): string {
  return text.normalize('NFKC').replace(/[‘’]/g, "'").replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

function holdsWhole(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) return true;
  }
  return false;
}

/** Whether a word may end or begin at the position. After a phrase that ends in punctuation any position is fine. */
function isEdge(text: string, position: number): boolean {
  return !/^[\p{L}\p{N}]{2}$/u.test(text.slice(position - 1, position + 1)) || position === 0;
}
