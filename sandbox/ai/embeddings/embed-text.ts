import { createHash } from 'node:crypto';
import { featuresOf, lengthOf } from './features.ts';
import { languageOf } from './language.ts';
import { wordsOf } from './words.ts';

/** Directions that were made; a text has a few hundred features, most of them in other texts, too. */
const directions = new Map<string, Float32Array>();
const MAX_DIRECTIONS = 5_000;

/** What the language of a text weighs against what it is about. Chosen on the half `dev` of test/knowledge. */
const LANGUAGE = 0.3;

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

/**
 * The embedding of a text: texts whose words mean the same are close to each other, those in the same language somewhat more, as with models.
 * Of length 1, deterministic.
 */
export function embedText(text: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  const words = wordsOf(text);
  const features = featuresOf(words);
  // A text without words has a direction, too.
  if (features.size === 0) features.set(`text:${text}`, 1);
  const language = languageOf(words);
  if (language !== null) features.set(`language:${language}`, LANGUAGE * lengthOf(features));
  for (const [feature, weight] of features) {
    const direction = directionOf(feature, dimensions);
    for (let index = 0; index < dimensions; index += 1)
      sum[index] = (sum[index] ?? 0) + weight * (direction[index] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
