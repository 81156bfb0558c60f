/** Fewest letters of a word that may have others in it. */
const MIN_COMPOUND = 7;
/** Longest word that is taken apart, letters. */
const MAX_COMPOUND = 40;
/** Fewest letters of the first and the last part. */
const MIN_HEAD = 4;
const MIN_TAIL = 3;
/** Letters that join the parts, as in Urlaub-s-tage; they belong to neither. */
const LINKS = ['', 's', 'es', 'n', 'en', 'e'];

/** Two words that may be the parts of a compound. */
export interface Split {
  /** The first part, with and without the letters that join it. */
  heads: string[];
  tail: string;
}

/** The ways to take a word apart in two; which of them are words is for the documents to say. */
export function splitsOf(word: string): Split[] {
  if (word.length < MIN_COMPOUND || word.length > MAX_COMPOUND || !LETTERS.test(word)) return [];
  const splits: Split[] = [];
  for (let at = MIN_HEAD; at <= word.length - MIN_TAIL; at += 1) {
    const head = word.slice(0, at);
    const heads = LINKS.filter((link) => head.endsWith(link) && head.length - link.length >= MIN_HEAD);
    splits.push({ heads: heads.map((link) => head.slice(0, head.length - link.length)), tail: word.slice(at) });
  }
  return splits;
}

const LETTERS = /^\p{L}+$/u;

/** Whether a lexeme is of letters only, so that it may be a part of a compound or have one. */
export function isLetters(lexeme: string): boolean {
  return LETTERS.test(lexeme);
}
