import { conceptsOf, conceptWeight, phrasesOf } from './concepts.ts';
import { STOP_WORDS, stemOf } from './words.ts';

/** What a word itself weighs, beside its concepts, and what one without any. */
const KNOWN_WEIGHT = 0.25;
const UNKNOWN_WEIGHT = 0.6;

const NONE: ReadonlyMap<string, number> = new Map();

/** Inflected forms mostly share their first letters. */
const STEM_LENGTH = 8;

/** What the words of a text are about, with weights: their concepts, and they themselves. The same for the same words. */
export function featuresOf(words: readonly string[]): Map<string, number> {
  const greatest = new Map<string, number>();
  const sums = new Map<string, number>();
  const add = (name: string, weight: number) => {
    greatest.set(name, Math.max(greatest.get(name) ?? 0, weight));
    sums.set(name, (sums.get(name) ?? 0) + weight);
  };
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    // Most figures of a text are those of dates, prices and codes.
    const concepts = /^\d/.test(word) ? NONE : conceptsOf(word);
    add(`word:${stemOf(word).slice(0, STEM_LENGTH)}`, concepts.size > 0 ? KNOWN_WEIGHT : UNKNOWN_WEIGHT);
    for (const [concept, weight] of concepts) add(`concept:${concept}`, weight);
  }
  for (const { concept } of phrasesOf(words)) add(`concept:${concept}`, conceptWeight(concept));
  // What is repeated counts more, but not as often as it is there: the headings of a table stand in each of its rows.
  return new Map(
    [...greatest].map(([name, weight]) => [name, weight * (1 + Math.log((sums.get(name) ?? 0) / weight))]),
  );
}

/** Cosine of what two texts are about, 0 to 1. */
export function similarity(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const product = [...one].reduce((sum, [name, weight]) => sum + weight * (other.get(name) ?? 0), 0);
  const length = lengthOf(one) * lengthOf(other);
  return length === 0 ? 0 : product / length;
}

/** Length of what a text is about as a vector; it may have more features than a function takes arguments. */
export function lengthOf(features: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const weight of features.values()) squares += weight * weight;
  return Math.sqrt(squares);
}
