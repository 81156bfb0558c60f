import { loopTurns } from '../domain/kernel/loop-turns.ts';

/** Characters of JSON between two turns of other requests; about a millisecond of work. */
export const SLICE_LENGTH = 65_536;

/**
 * Depth to which a value is serialized part by part: body, data, attributes, a list in them, its entries, their fields.
 * What is below is at most as large as what an input may hold, 64 KiB for JSON.
 */
const DEPTH = 6;

/** Collects values as JSON. */
export interface JsonSlices {
  /** Adds a value; waits until other requests had their turn where a slice is full. */
  add(value: unknown): Promise<void>;
  /** The texts so far. */
  texts: readonly string[];
}

/**
 * Collects values as JSON, slice by slice, in the turns of `turnKey`. `refuse` makes the error for more than `maxBytes`.
 */
export function createJsonSlices(turnKey: string, maxBytes?: number, refuse?: () => Error): JsonSlices {
  const texts: string[] = [];
  let bytes = 0;
  let inSlice = 0;
  return {
    texts,
    async add(value) {
      const text = JSON.stringify(value) ?? 'null';
      texts.push(text);
      bytes += Buffer.byteLength(text);
      if (refuse && maxBytes !== undefined && bytes > maxBytes) throw refuse();
      inSlice += text.length;
      if (inSlice < SLICE_LENGTH) return;
      inSlice = 0;
      await loopTurns.take(turnKey);
    },
  };
}

/** A value as JSON, serialized into the slices, so that a large one holds up nobody. */
export async function toJsonText(value: unknown, slices: JsonSlices): Promise<string> {
  const pieces: string[] = [];
  for (const part of partsOf(value, DEPTH, [])) {
    if (typeof part === 'string') {
      pieces.push(part);
    } else {
      await slices.add(part.value);
      pieces.push(slices.texts.at(-1) ?? '');
    }
  }
  return pieces.join('');
}

/** Punctuation and names as text, between values that are yet to be serialized. */
type Part = string | { value: unknown };

function partsOf(value: unknown, depth: number, parts: Part[]): Part[] {
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    parts.push({ value });
  } else if (Array.isArray(value)) {
    parts.push('[');
    for (const [index, entry] of value.entries()) {
      if (index > 0) parts.push(',');
      partsOf(entry, depth - 1, parts);
    }
    parts.push(']');
  } else {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      parts.push(`${separator}${JSON.stringify(name)}:`);
      partsOf(member, depth - 1, parts);
      separator = ',';
    }
    parts.push(separator === '{' ? '{}' : '}');
  }
  return parts;
}
