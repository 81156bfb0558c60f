import { readFileSync } from 'node:fs';

/** The table: concepts of business with the beginnings of their words, and those that say little about what a text is about. */
interface Table {
  common: string;
  /**
   * Words of English, German and Spanish without accents, separated by spaces. `=` at the end: the whole word; `-`: words that
   * follow each other, of which the last may be a beginning.
   */
  concepts: Record<string, Record<'en' | 'de' | 'es', string>>;
}

const TABLE: Table = JSON.parse(readFileSync(new URL('./concepts.json', import.meta.url), 'utf8'));

/** What a concept weighs that many texts share: what kind of answer is asked for, units, numbers, verbs such as give and take. */
const COMMON_WEIGHT = 0.35;
/** How a word shares its weight among several concepts: each has the weight divided by their number to this power. */
const SHARE = 0.4;
/** Shortest word in which the table's words are looked for inside, too: a German compound. */
const MIN_COMPOUND = 9;
const MIN_PART = 5;
/** Longest suffix that is ignored, characters; more is another word. */
const MAX_SUFFIX = 7;

const COMMON = new Set(TABLE.common.split(' '));
/** Concepts by whole words, by beginnings of words, and by the first word of several. */
const WHOLE = new Map<string, string[]>();
const BEGINNINGS = new Map<string, string[]>();
const PHRASES = new Map<string, { text: string; concept: string }[]>();

for (const [concept, languages] of Object.entries(TABLE.concepts)) {
  for (const word of Object.values(languages).flatMap((words) => words.split(' '))) {
    const [first = '', ...others] = word.split('-');
    if (others.length > 0) add(PHRASES, first, { text: word.replaceAll('-', ' '), concept });
    else if (word.endsWith('=')) add(WHOLE, word.slice(0, -1), concept);
    else add(BEGINNINGS, word, concept);
  }
}
const LONGEST = Math.max(...[...BEGINNINGS.keys()].map(({ length }) => length));

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** The concepts of a word without accents with their weights; those of its parts, too, where it may be a compound. */
export function conceptsOf(word: string): Map<string, number> {
  const found = new Set(WHOLE.get(word));
  for (let length = Math.min(word.length, LONGEST); length > 1 && word.length - length <= MAX_SUFFIX; length -= 1) {
    for (const concept of BEGINNINGS.get(word.slice(0, length)) ?? []) found.add(concept);
  }
  if (word.length >= MIN_COMPOUND) for (const concept of partsOf(word)) found.add(concept);
  const share = found.size ** SHARE;
  return new Map([...found].map((concept) => [concept, conceptWeight(concept) / share]));
}

/** The concepts of the longest words of the table at each place in a word. */
function* partsOf(word: string): Generator<string> {
  for (let at = 0; at <= word.length - MIN_PART; at += 1) {
    for (let length = Math.min(word.length - at, LONGEST); length >= MIN_PART; length -= 1) {
      const concepts = BEGINNINGS.get(word.slice(at, at + length));
      if (!concepts) continue;
      yield* concepts;
      break;
    }
  }
}

/** The concepts of several words together in a text, each as often as it is there, with their weights. */
export function* conceptsOfPhrases(words: readonly string[]): Generator<[concept: string, weight: number]> {
  const line = words.join(' ');
  let at = 0;
  for (const word of words) {
    for (const { text, concept } of PHRASES.get(word) ?? []) {
      if (line.startsWith(text, at)) yield [concept, conceptWeight(concept)];
    }
    at += word.length + 1;
  }
}

/** What a concept weighs of which a text is about. */
export const MAX_CONCEPT_WEIGHT = 1;

/** What a concept weighs: less where many texts have it. */
export function conceptWeight(concept: string): number {
  return COMMON.has(concept) ? COMMON_WEIGHT : MAX_CONCEPT_WEIGHT;
}
