import type { Buffer } from 'node:buffer';
import type { EmbeddingRole } from '../../infra/ai/port.ts';
import { bytesOf, dotProduct, vectorOf } from './vectors.ts';

/** How vectors are calibrated; vectors of two versions cannot be compared. 0: not at all, as before there was any calibration. */
export const CALIBRATION_VERSION = 1;
/** How much is left of what a vector says of its language. Chosen on the half `dev` of test/knowledge (decision 0150). */
const LANGUAGE_KEPT = 0.5;
/** A direction that is shorter says nothing of languages; two of one direction leave rounding errors. */
const MIN_LENGTH = 1e-3;

/** What all vectors of a model share: the mean of each role, and directions of length 1, at right angles, in which languages differ. */
export interface Calibration {
  query: Float32Array;
  passage: Float32Array;
  directions: readonly Float32Array[];
}

/** Vectors of texts in one language, by role. */
export type LanguageSample = Readonly<Record<EmbeddingRole, readonly Float32Array[]>>;

/** The calibration by vectors of the same texts in several languages. */
export function calibrationOf(samples: readonly LanguageSample[]): Calibration {
  const means = samples.map(({ query, passage }) => ({ query: meanOf(query), passage: meanOf(passage) }));
  const query = meanOf(means.map((each) => each.query));
  const passage = meanOf(means.map((each) => each.passage));
  const directions: Float32Array[] = [];
  for (const mean of means) {
    const ofLanguage = mean.query.map(
      (value, index) => value - (query[index] ?? 0) + (mean.passage[index] ?? 0) - (passage[index] ?? 0),
    );
    // Twice, since rounding errors of the first time are not small against what is left.
    const rest = without(without(ofLanguage, directions, 1), directions, 1);
    const length = lengthOf(rest);
    if (length > MIN_LENGTH) directions.push(rest.map((value) => value / length));
  }
  return { query, passage, directions };
}

/** A vector of length 1 as far as it says more than that it is a text of its role, and less of its language; of length 1. */
export function calibrate(calibration: Calibration, role: EmbeddingRole, vector: Float32Array): Float32Array {
  const mean = calibration[role];
  const own = vector.map((value, index) => value - (mean[index] ?? 0));
  const rest = without(own, calibration.directions, 1 - LANGUAGE_KEPT);
  const length = lengthOf(rest);
  return length === 0 ? vector : rest.map((value) => value / length);
}

/** A calibration as it is stored: its vectors one after another. */
export function calibrationBytes({ query, passage, directions }: Calibration): Buffer {
  const vectors = [query, passage, ...directions];
  const all = new Float32Array(vectors.length * query.length);
  for (const [index, vector] of vectors.entries()) all.set(vector, index * query.length);
  return bytesOf(all);
}

/** A calibration that is stored, of vectors of a length. */
export function readCalibration(stored: Buffer, dimensions: number): Calibration {
  const all = vectorOf(stored);
  const [query, passage, ...directions] = Array.from({ length: all.length / dimensions }, (_, index) =>
    all.subarray(index * dimensions, (index + 1) * dimensions),
  );
  if (!query || !passage) throw new RangeError('A calibration has two vectors at least.');
  return { query, passage, directions };
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value;
  return sum.map((value) => value / vectors.length);
}

/** A vector less a share of what it has in common with directions. */
function without(vector: Float32Array, directions: readonly Float32Array[], share: number): Float32Array {
  const rest = Float32Array.from(vector);
  for (const direction of directions) {
    const common = share * dotProduct(vector, direction);
    for (let index = 0; index < rest.length; index += 1)
      rest[index] = (rest[index] ?? 0) - common * (direction[index] ?? 0);
  }
  return rest;
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dotProduct(vector, vector));
}
