import type { Verdict } from './types.ts';

/** What a rule that was not fully earned has to say. */
interface Shortfall {
  /** 0 unless given. */
  earned?: number;
  observed: string;
  fix: string;
  blocking?: boolean;
}

/** A rule with all its points when nothing falls short, else with what does. */
export function verdict(rule: string, possible: number, shortfall: Shortfall | null): Verdict {
  if (shortfall === null) return { rule, possible, earned: possible, observed: '', fix: '', blocking: false };
  return { rule, possible, earned: 0, blocking: false, ...shortfall };
}
