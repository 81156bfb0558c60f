import { conceptsOf, conceptWeight, phrasesOf } from './concepts.ts';
import { STOP_WORDS, stemOf, wordsOf } from './words.ts';

/** What a word itself weighs, beside its concepts, and what one without any. */
const KNOWN_WEIGHT = 0.25;
const UNKNOWN_WEIGHT = 0.6;

const NONE: ReadonlyMap<string, number> = new Map();

/** Inflected forms mostly share their first letters. */
const STEM_LENGTH = 8;

/** What a text is about, with weights: the concepts of its words, and the words. The same for the same text. */
export function featuresOf(text: string): Map<string, number> {
  const words = wordsOf(text);
  const features = new Map<string, number>();
  const add = (name: string, weight: number) => features.set(name, (features.get(name) ?? 0) + weight);
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    // Most figures of a text are those of dates, prices and codes.
    const concepts = /^\d/.test(word) ? NONE : conceptsOf(word);
    add(`word:${stemOf(word).slice(0, STEM_LENGTH)}`, concepts.size > 0 ? KNOWN_WEIGHT : UNKNOWN_WEIGHT);
    for (const [concept, weight] of concepts) add(`concept:${concept}`, weight);
  }
  for (const { concept } of phrasesOf(words)) add(`concept:${concept}`, conceptWeight(concept));
  return features;
}

/** Cosine of what two texts are about, 0 to 1. */
export function similarity(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const product = [...one].reduce((sum, [name, weight]) => sum + weight * (other.get(name) ?? 0), 0);
  const length = Math.hypot(...one.values()) * Math.hypot(...other.values());
  return length === 0 ? 0 : product / length;
}
