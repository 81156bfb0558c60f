import { createHash } from 'node:crypto';
import { conceptsOf, conceptsOfPhrases } from './concepts.ts';

/** Words that say little in any text, without accents. */
const STOP_WORDS = new Set(
  `a an the and or of to in on at by for with from is are was were be been do does did can could will would shall should may might have has had
   it its this that these those i we you he she they my our your their me us them what which how as if not no than then so there about into per
   any all each every some such only also
   der die das den dem des ein eine einen einem einer eines und oder von zu zum zur im in am an auf aus bei mit nach fur ist sind war waren wird
   werden kann konnen hat haben habe es sie er wir ich ihr mein unser sein ihre man sich nicht kein keine als auch wenn was welche welcher welches
   wie dass uber durch bis um vor unter so noch nur aber mich mir dir uns
   el la los las un una unos unas y o de del al a en con por para es son era fue ser esta estan hay ha han he se su sus mi mis tu lo le les nos
   que cual cuales como si no mas muy sobre entre sin desde hasta este esta estos estas ese esa eso yo ellos cada todo toda todos todas tambien`.split(
    /\s+/,
  ),
);

/** What a word itself weighs, beside its concepts, and what one without any. */
const KNOWN_WEIGHT = 0.4;
const UNKNOWN_WEIGHT = 0.6;

/** What a text is about, with weights: the concepts of its words, and the words. The same for the same text. */
function featuresOf(text: string): Map<string, number> {
  const words = withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const features = new Map<string, number>();
  const add = (name: string, weight: number) => features.set(name, (features.get(name) ?? 0) + weight);
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    const concepts = conceptsOf(word);
    add(`word:${stemOf(word)}`, concepts.size > 0 ? KNOWN_WEIGHT : UNKNOWN_WEIGHT);
    for (const [concept, weight] of concepts) add(`concept:${concept}`, weight);
  }
  for (const [concept, weight] of conceptsOfPhrases(words)) add(`concept:${concept}`, weight);
  return features;
}

function withoutAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

/** Inflected forms mostly share their first letters. */
function stemOf(word: string): string {
  if (/\d/.test(word) || word.length <= 4) return word;
  return word.replace(/(?:ungen|ciones|cion|ing|ung|es|en|er|ed|os|as|s|n|e)$/, '').slice(0, 8);
}

/** Directions that were made; a text has a few hundred features, most of them in other texts, too. */
const directions = new Map<string, Float32Array>();
const MAX_DIRECTIONS = 5_000;

/** A direction of a feature: pseudo-random numbers, so that two features hardly share one. */
function directionOf(feature: string, dimensions: number): Float32Array {
  const key = `${dimensions}:${feature}`;
  const known = directions.get(key);
  if (known) return known;
  let state = createHash('sha256').update(feature).digest().readUInt32LE(0) || 1;
  const direction = Float32Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  });
  const [oldest = ''] = directions.keys();
  if (directions.size >= MAX_DIRECTIONS) directions.delete(oldest);
  directions.set(key, direction);
  return direction;
}

/** The embedding of a text: texts whose words mean the same are close to each other. Of length 1, deterministic. */
export function embedText(text: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  const features = featuresOf(text);
  // A text without words has a direction, too.
  if (features.size === 0) features.set(`text:${text}`, 1);
  for (const [feature, weight] of features) {
    const direction = directionOf(feature, dimensions);
    for (let index = 0; index < dimensions; index += 1)
      sum[index] = (sum[index] ?? 0) + weight * (direction[index] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
