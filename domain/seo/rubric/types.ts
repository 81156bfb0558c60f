import type { Grade } from '../../listings/grades.ts';

/** The parts of a listing that are scored, in report order. */
export const PARTS = ['title', 'description', 'highlights', 'keywords', 'images'] as const;
export type Part = (typeof PARTS)[number];

/** Means no category. */
export const DEFAULT_CATEGORY = 'default';

/** What the partner specifies about the listing; empty texts: nothing. */
export interface ScoreOptions {
  /** Category in the partner's words, or `default`. */
  category: string;
  /** The brand that the title must contain; empty: the most distinctive word of the vendor's name. */
  brandKeyword: string;
  /** The partner's own domain in ASCII; its name also counts as a brand. */
  partnerDomain: string;
}

/** A rule without full points, and how to get them. */
export interface Recommendation {
  /** Stable within a version of the rubric, such as `title.length`. */
  rule: string;
  part: Part;
  earned: number;
  possible: number;
  /** What was found. */
  observed: string;
  /** What to do; gains `possible - earned` points or more. */
  fix: string;
  /** The text that the part should have, where the fix proposes it word for word; highlights and keywords a line each. */
  text?: string;
}

/** The score of one listing; the same input always has the same score. */
export interface ListingScore {
  /** 0 to 100: the sum of all earned points, at most 59 with a blocking fault. */
  overall_score: number;
  grade: Grade;
  /** Score of each part, 0 to 100. */
  breakdown: Record<Part, number>;
  /** Blocking faults first, then by points to gain, most first. */
  recommendations: Recommendation[];
  rubric_version: string;
}

/** Result of one rule. */
export interface Verdict extends Omit<Recommendation, 'part'> {
  /** Whether the fault keeps the whole score below a pass. */
  blocking: boolean;
}

/** Why a rule did not earn all its points. */
interface Shortfall {
  /** Default 0. */
  earned?: number;
  observed: string;
  fix: string;
  text?: string;
  blocking?: boolean;
}

/** A rule's result: all points without a shortfall. */
export function verdict(rule: string, possible: number, shortfall: Shortfall | null): Verdict {
  if (shortfall === null) return { rule, possible, earned: possible, observed: '', fix: '', blocking: false };
  return { rule, possible, earned: 0, blocking: false, ...shortfall };
}
