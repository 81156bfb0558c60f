import { createHash } from 'node:crypto';

/** A repeatable source of choices. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from min to max, both included. */
  between(min: number, max: number): number;
  shuffle<T>(items: readonly T[]): T[];
}

/** The same seed text gives the same choices in the same order (mulberry32 over a SHA-256 of the seed). */
export function seededRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const shuffle = <T>(items: readonly T[]) => {
    const ordered = items.map((item) => ({ item, order: next() })).sort((a, b) => a.order - b.order);
    return ordered.map(({ item }) => item);
  };
  return { next, between, shuffle };
}
