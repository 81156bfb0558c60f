import type { Verdict } from './types.ts';

/** Why a rule did not earn all its points. */
interface Shortfall {
  /** Default 0. */
  earned?: number;
  observed: string;
  fix: string;
  blocking?: boolean;
}

/** A rule's result: all points without a shortfall. */
export function verdict(rule: string, possible: number, shortfall: Shortfall | null): Verdict {
  if (shortfall === null) return { rule, possible, earned: possible, observed: '', fix: '', blocking: false };
  return { rule, possible, earned: 0, blocking: false, ...shortfall };
}
