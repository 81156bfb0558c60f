import { Buffer } from 'node:buffer';

/** A vector as it is stored: 32-bit floating-point numbers, little-endian. */
export function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (let index = 0; index < vector.length; index += 1) bytes.writeFloatLE(vector[index] ?? 0, index * 4);
  return bytes;
}

/** A vector that is stored. */
export function vectorOf(stored: Buffer): Float32Array {
  return Float32Array.from({ length: stored.length / 4 }, (_, index) => stored.readFloatLE(index * 4));
}

/** The sum of the products of the numbers of two vectors of one length. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** The sign of each number as `1` or `0`: vectors of a small angle share most of them. */
export function bitsOf(vector: Float32Array): string {
  let bits = '';
  for (const value of vector) bits += value > 0 ? '1' : '0';
  return bits;
}

/** The cosine of the angle between a unit vector and one that is stored; 1 when they are the same. */
export function cosineTo(vector: Float32Array, stored: Buffer): number {
  if (stored.length !== vector.length * 4) throw new RangeError('The vectors are of different lengths.');
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] ?? 0) * stored.readFloatLE(index * 4);
  return sum;
}
