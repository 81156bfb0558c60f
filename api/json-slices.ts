import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';

/** Characters of JSON between two turns of other requests; about a millisecond of work. */
export const SLICE_LENGTH = 65_536;

/** What a value costs besides its text, as characters. */
const VALUE_COST = 64;

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
      inSlice += text.length + VALUE_COST;
      if (inSlice < SLICE_LENGTH) return;
      inSlice = 0;
      await eventLoopScheduler.take(turnKey);
    },
  };
}

/** A value as JSON, serialized into the slices, so that a large one holds up nobody. */
export async function toJsonText(value: unknown, slices: JsonSlices): Promise<string> {
  if (isSmall(value)) return textOf(value, slices);
  const pieces: string[] = [];
  await addParts(partsOf(value, DEPTH, []), slices, pieces);
  return pieces.join('');
}

async function addParts(parts: readonly Part[], slices: JsonSlices, pieces: string[]): Promise<void> {
  for (const part of parts) {
    if (typeof part === 'string') {
      pieces.push(part);
    } else if ('list' in part) {
      // Taken apart bit by bit: a list of ten thousand lines has a hundred thousand parts.
      for (let start = 0; start < part.list.length; start += MAX_ENTRIES) {
        if (start > 0) pieces.push(',');
        const some = part.list.slice(start, start + MAX_ENTRIES);
        await addParts(entriesOf(some, part.depth, []), slices, pieces);
      }
    } else if ('members' in part) {
      for (const [index, [name, member]] of part.members.entries()) {
        pieces.push(nameOf(name, index === 0));
        await addParts(partsOf(member, part.depth, []), slices, pieces);
      }
    } else {
      pieces.push(await textOf(part.value, slices));
    }
  }
}

async function textOf(value: unknown, slices: JsonSlices): Promise<string> {
  await slices.add(value);
  return slices.texts.at(-1) ?? '';
}

/** What is serialized whole, as characters: to take it apart would cost eight times as much. */
const SMALL_LENGTH = SLICE_LENGTH / 4;

/** Whether a value is small with all that is in it; found out without a look at more than that. */
function isSmall(value: unknown): boolean {
  let left = SMALL_LENGTH;
  const fits = (part: unknown): boolean => {
    left -= VALUE_COST + (typeof part === 'string' ? part.length : 0);
    if (left < 0) return false;
    if (typeof part !== 'object' || part === null) return true;
    if (Array.isArray(part)) return part.every(fits);
    for (const name in part) {
      left -= name.length;
      if (!fits(Reflect.get(part, name))) return false;
    }
    return true;
  };
  return fits(value);
}

/** Entries of a list that are taken apart at once. */
const MAX_ENTRIES = 100;

/** Members of an object that are taken apart at once; a record has fewer. */
const MAX_MEMBERS = 50;

/** Punctuation and names as text, between values, long lists and wide objects that are yet to be serialized. */
type Part =
  | string
  | { value: unknown }
  | { list: readonly unknown[]; depth: number }
  | { members: readonly [string, unknown][]; depth: number };

function entriesOf(list: readonly unknown[], depth: number, parts: Part[]): Part[] {
  for (const [index, entry] of list.entries()) {
    if (index > 0) parts.push(',');
    if (isFlat(entry)) parts.push({ value: entry });
    else partsOf(entry, depth, parts);
  }
  return parts;
}

/** Longest text in an entry that is serialized whole, characters. */
const MAX_FLAT_TEXT = 2_000;

/** Whether an entry of a list is an object of a few short values: one piece of work, as each of them would be. */
function isFlat(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  const members = Object.values(entry);
  return members.length <= MAX_ENTRIES && members.every(isShort);
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= MAX_FLAT_TEXT : typeof value !== 'object' || value === null;
}

function partsOf(value: unknown, depth: number, parts: Part[]): Part[] {
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    parts.push({ value });
  } else if (Array.isArray(value)) {
    parts.push('[');
    if (value.length > MAX_ENTRIES) parts.push({ list: value, depth: depth - 1 });
    else entriesOf(value, depth - 1, parts);
    parts.push(']');
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    parts.push('{');
    if (members.length > MAX_MEMBERS) parts.push({ members, depth: depth - 1 });
    else
      members.forEach(([name, member], index) => {
        parts.push(nameOf(name, index === 0));
        partsOf(member, depth - 1, parts);
      });
    parts.push('}');
  }
  return parts;
}

function nameOf(name: string, isFirst: boolean): string {
  return `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
}
