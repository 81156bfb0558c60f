import { conceptsOf, meaningOf, partsOf, phrasesOf } from '../embeddings/concepts.ts';
import { similarity } from '../embeddings/features.ts';
import { stemOf, withoutAccents } from '../embeddings/words.ts';
import { type AskedWord, wordsAndNumbers } from './question.ts';

/** What a text says: its words, without suffixes, too, and what they mean. */
export interface Said {
  plain: string;
  words: readonly string[];
  stems: ReadonlySet<string>;
  /** Meanings of the words, of the parts of compounds, and of phrases, by each of their concepts. */
  meanings: ReadonlyMap<string, readonly Meaning[]>;
}

/** Concepts with their weights. */
type Meaning = ReadonlyMap<string, number>;

// The numbers here are chosen on the half `dev` of test/knowledge.

/** How far a word is said by the beginning of another, by another word for it, and by words for all of its parts. */
const BEGINNING = 0.9;
const OTHER_WORD = 0.95;
/** How far a word is said without the phrase that it is in: `days` of `days off`. */
const OUT_OF_PHRASE = 0.8;
const ALL_PARTS = 0.9;
const MIN_BEGINNING = 5;
/** Cosines of two words from which on they mean something alike, and the same. */
const ALIKE = 0.3;
const SAME = 0.7;

/** What a text says. */
export function whatIsSaid(text: string): Said {
  const plain = withoutAccents(text);
  const words = wordsAndNumbers(plain);
  const ofWords = [...new Set(words)].flatMap((word) => {
    return [conceptsOf(word), ...partsOf(word).map(({ concepts }) => meaningOf(concepts))];
  });
  const ofPhrases = [...phrasesOf(words)].map(({ concept }) => meaningOf([concept]));
  return { plain, words, stems: new Set(words.map(stemOf)), meanings: byConcept([...ofWords, ...ofPhrases]) };
}

/** Only meanings that share a concept are alike, so that a text of hundreds of words is compared with few. */
function byConcept(meanings: readonly Meaning[]): Map<string, Meaning[]> {
  const all = new Map<string, Meaning[]>();
  for (const meaning of meanings) {
    for (const concept of meaning.keys()) {
      const others = all.get(concept);
      if (others) others.push(meaning);
      else all.set(concept, [meaning]);
    }
  }
  return all;
}

/** How far a text says a word, 0 to 1: itself, another form of it, or other words of the same meaning. */
export function coverage({ stem, meanings, parts, inPhrase }: AskedWord, said: Said): number {
  const isThere = said.stems.has(stem);
  if (isThere && !inPhrase) return 1;
  const whole = Math.max(...meanings.map((meaning) => likenessTo(meaning, said)));
  if (isThere) return Math.max(OUT_OF_PHRASE, whole);
  const isBeginning = (other: string) =>
    other.startsWith(stem) || (parts.length === 0 && other.length >= MIN_BEGINNING && stem.startsWith(other));
  if (stem.length >= MIN_BEGINNING && [...said.stems].some(isBeginning)) return BEGINNING;
  const ofParts = parts.reduce((sum, part) => sum + likenessTo(part, said), 0) / Math.max(1, parts.length);
  return Math.max(OTHER_WORD * whole, ALL_PARTS * ofParts);
}

/** How like the nearest of the meanings of a text is, 0 to 1. */
function likenessTo(meaning: Meaning, { meanings }: Said): number {
  const others = [...meaning.keys()].flatMap((concept) => meanings.get(concept) ?? []);
  const nearest = Math.max(0, ...others.map((other) => similarity(meaning, other)));
  return nearest < ALIKE ? 0 : Math.min(1, nearest / SAME);
}
