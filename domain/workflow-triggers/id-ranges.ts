import { randomInt } from 'node:crypto';

/** Ids of one statement that asks for ended credentials: three look-ups for each trigger, 70 ms together. */
const IDS_AT_ONCE = 10_000;
/** Such statements in a pass, once a minute. */
const RANGES_IN_PASS = 5;

/** A range of ids. */
export interface IdRange {
  /** Exclusive. */
  after: number;
  upTo: number;
}

/** Ids of the triggers that a pass looks at: all up to 50,000 ids, else as many from a random place on. */
export function rangesOfPass(lastId: number): IdRange[] {
  const ranges = Math.ceil(lastId / IDS_AT_ONCE);
  if (ranges === 0) return [];
  const first = randomInt(ranges);
  return Array.from({ length: Math.min(ranges, RANGES_IN_PASS) }, (_, n) => {
    const after = ((first + n) % ranges) * IDS_AT_ONCE;
    return { after, upTo: after + IDS_AT_ONCE };
  });
}
