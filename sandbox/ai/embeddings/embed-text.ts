import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Concepts of business with the beginnings of their words in three languages, without accents. `=` at the end: the whole word;
 * `-`: words that follow each other.
 */
const CONCEPTS: Record<string, Record<'en' | 'de' | 'es', string[]>> = JSON.parse(
  readFileSync(new URL('./concepts.json', import.meta.url), 'utf8'),
);

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

/** What a word of the table weighs, and what the word itself does. */
const CONCEPT_WEIGHT = 1;
const WORD_WEIGHT = 0.6;
/** Concepts that many texts share: what kind of answer is asked for, units of time. */
const COMMON = new Set(
  'must when who where howmany howlong day hour minute week month year new start end change employee company customer product'.split(
    ' ',
  ),
);
const COMMON_WEIGHT = 0.3;
/** Shortest word in which the table's words are looked for inside, too: a German compound. */
const MIN_COMPOUND = 9;
const MIN_PART = 5;
/** Longest suffix that is ignored, characters; more is another word. */
const MAX_SUFFIX = 7;

interface Beginning {
  text: string;
  isWhole: boolean;
  concept: string;
}

const BEGINNINGS: readonly Beginning[] = Object.entries(CONCEPTS).flatMap(([concept, languages]) =>
  Object.values(languages)
    .flat()
    .map((word) => ({ text: word.replace(/=$/, ''), isWhole: word.endsWith('='), concept })),
);
const PHRASES = BEGINNINGS.filter(({ text }) => text.includes('-')).map((each) => ({
  ...each,
  text: each.text.replaceAll('-', ' '),
}));
const WORDS = BEGINNINGS.filter(({ text }) => !text.includes('-'));

/** What a text is about, with weights: the concepts of its words, and the words. The same for the same text. */
function featuresOf(text: string): Map<string, number> {
  const words = withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const features = new Map<string, number>();
  const add = (name: string, weight: number) => features.set(name, (features.get(name) ?? 0) + weight);
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    add(`word:${stemOf(word)}`, WORD_WEIGHT);
    for (const concept of conceptsOf(word)) add(`concept:${concept}`, weightOf(concept));
  }
  const line = ` ${words.join(' ')} `;
  for (const { text: phrase, concept } of PHRASES) {
    if (line.includes(` ${phrase}`)) add(`concept:${concept}`, weightOf(concept));
  }
  return features;
}

function weightOf(concept: string): number {
  return COMMON.has(concept) ? COMMON_WEIGHT : CONCEPT_WEIGHT;
}

function withoutAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

/** Inflected forms mostly share their first letters. */
function stemOf(word: string): string {
  if (/\d/.test(word) || word.length <= 4) return word;
  return word.replace(/(?:ungen|ciones|cion|ing|ung|es|en|er|ed|os|as|s|n|e)$/, '').slice(0, 8);
}

function conceptsOf(word: string): Set<string> {
  const found = new Set<string>();
  for (const { text, isWhole, concept } of WORDS) {
    const isMet = isWhole ? word === text : word.startsWith(text) && word.length - text.length <= MAX_SUFFIX;
    const isPart = !isWhole && word.length >= MIN_COMPOUND && text.length >= MIN_PART && word.includes(text);
    if (isMet || isPart) found.add(concept);
  }
  return found;
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
    const strength = Math.sqrt(weight);
    for (let index = 0; index < dimensions; index += 1)
      sum[index] = (sum[index] ?? 0) + strength * (direction[index] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
