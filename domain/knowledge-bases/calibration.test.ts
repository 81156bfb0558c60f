import { expect, test } from '@jest/globals';
import { type Calibration, calibrate, calibrationBytes, calibrationOf, readCalibration } from './calibration.ts';
import { dotProduct } from './vectors.ts';

const SIZE = 64;
const SUBJECTS = 12;

/** Numbers between -1 and 1 that are the same for the same seed. */
function noise(seed: number): Float32Array {
  let state = seed * 2_654_435_761 + 1;
  return Float32Array.from({ length: SIZE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const unit = (vector: Float32Array) => vector.map((value) => value / Math.sqrt(dotProduct(vector, vector)));
const sum = (...vectors: Float32Array[]) =>
  Float32Array.from({ length: SIZE }, (_, index) => vectors.reduce((all, vector) => all + (vector[index] ?? 0), 0));
const times = (factor: number, vector: Float32Array) => vector.map((value) => factor * value);

/** A vector as a model with a narrow cone makes it: of what all texts share, of a language, and of a subject. */
const vectorOf = (subject: number, language: number, role: 'query' | 'passage') =>
  unit(
    sum(
      times(4, unit(noise(1_000))),
      times(role === 'query' ? 0.5 : -0.5, unit(noise(2_000))),
      unit(noise(3_000 + language)),
      unit(noise(subject)),
    ),
  );

const sample = (language: number) => ({
  query: Array.from({ length: SUBJECTS }, (_, subject) => vectorOf(subject, language, 'query')),
  passage: Array.from({ length: SUBJECTS }, (_, subject) => vectorOf(subject, language, 'passage')),
});
const measured = calibrationOf([0, 1, 2].map(sample));

/** How near a question is to a passage. */
const nearness = (by: Calibration | null, query: [number, number], passage: [number, number]) => {
  const [one, other] = [vectorOf(...query, 'query'), vectorOf(...passage, 'passage')];
  return by ? dotProduct(calibrate(by, 'query', one), calibrate(by, 'passage', other)) : dotProduct(one, other);
};

test('texts of other subjects than those that were measured are near only where they are of one', () => {
  expect(nearness(null, [100, 0], [101, 0])).toBeGreaterThan(0.8);
  expect(nearness(measured, [100, 0], [101, 0])).toBeLessThan(0.45);
  expect(nearness(measured, [100, 0], [100, 0])).toBeGreaterThan(0.9);
});

test('what is of one subject in two languages is nearer than what is of two in one', () => {
  expect(nearness(null, [100, 0], [100, 1])).toBeLessThan(nearness(null, [100, 0], [101, 0]) + 0.1);
  expect(nearness(measured, [100, 0], [100, 1])).toBeGreaterThan(nearness(measured, [100, 0], [101, 0]) + 0.3);
});

test('vectors keep their length, and directions are at right angles', () => {
  const vector = calibrate(measured, 'query', vectorOf(100, 0, 'query'));
  expect(dotProduct(vector, vector)).toBeCloseTo(1, 5);
  expect(measured.directions).toHaveLength(2);
  const [one, other] = measured.directions;
  if (!one || !other) throw new Error('There are no directions.');
  expect(dotProduct(one, other)).toBeCloseTo(0, 5);
  expect(dotProduct(one, one)).toBeCloseTo(1, 5);
});

test('a calibration is read as it was stored', () => {
  expect(readCalibration(calibrationBytes(measured), SIZE)).toEqual(measured);
});

test('a model that sends the same for all texts, or one language for all, changes nothing', () => {
  const same = unit(noise(1));
  const flat = calibrationOf([0, 1].map(() => ({ query: [same], passage: [same] })));
  expect(flat.directions).toEqual([]);
  const kept = calibrate(flat, 'query', same);
  expect([...kept].every(Number.isFinite)).toBe(true);
});
