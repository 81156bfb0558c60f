import { setImmediate as nextTurn } from 'node:timers/promises';
import { longestHoldOf } from '../../../test/environment/cpu-time.ts';
import { PIECES } from './pieces.ts';
import type { TextFunction } from './text-functions.ts';

/** Characters of the texts; each is so many times as long as the one before. */
const LENGTHS = [2_000, 8_000, 32_000];
/** Work that is proportional to the length takes four times as long; its square, sixteen times. */
const MAX_GROWTH = 8;
/** Nothing may hold the event loop longer, milliseconds. */
const MAX_HOLD_MS = 20;
/** Of a list of texts, characters. */
const ENTRY = 20;
/** Characters of every text after the first. */
const OTHER_TEXT = 1_000;

/** A text for which a function takes more than proportionally longer. */
export interface Growth {
  piece: string;
  length: number;
  /** Processor time; of a generator, of its longest step. */
  milliseconds: number;
}

/** The first piece with which the work grows by more than its length, and holds the event loop too long. */
export async function growthOf(work: (text: string) => unknown): Promise<Growth | undefined> {
  for (const piece of PIECES) {
    for (const length of LENGTHS) {
      const milliseconds = await holdOf(work, piece, length, MAX_HOLD_MS);
      if (milliseconds <= MAX_HOLD_MS) continue;
      // Of the shorter text the shortest run counts, too: the first ones are slow.
      const allowed = milliseconds / MAX_GROWTH;
      if ((await holdOf(work, piece, length / 4, allowed)) <= allowed) return { piece, length, milliseconds };
    }
  }
  return undefined;
}

/** The arguments for a function, of which the first is the text, or as many entries of a list as it has room for. */
export function argumentsOf({ parameters }: Pick<TextFunction, 'parameters'>, text: string): unknown[] {
  return parameters.map((type, index) => {
    const own = index === 0 ? text : text.slice(0, OTHER_TEXT);
    if (type === 'number') return OTHER_TEXT;
    if (type === 'boolean') return true;
    return type === 'string' ? own : entriesOf(own);
  });
}

/** Each differs from the others. */
function entriesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / ENTRY) }, (_, index) => `${text.slice(0, ENTRY)}${index}`);
}

function holdOf(work: (text: string) => unknown, piece: string, length: number, enough: number): Promise<number> {
  const text = piece.repeat(length / piece.length);
  return longestHoldOf(() => toEnd(() => work(text)), enough);
}

/** Does the work, of a generator step by step. What it throws is an answer, too. */
async function toEnd(work: () => unknown): Promise<void> {
  try {
    const result = await work();
    if (!isIterator(result)) return;
    while (!(await result.next()).done) await nextTurn();
  } catch {
    // Refused.
  }
}

function isIterator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function';
}
