import type { Grade } from '../../listings/grades.ts';

/** The parts of a listing that are scored, in the order in which they are reported. */
export const PARTS = ['title', 'description', 'highlights', 'keywords', 'images'] as const;
export type Part = (typeof PARTS)[number];

/** Stands for no category. */
export const DEFAULT_CATEGORY = 'default';

/** What the partner says about the listing; empty: nothing. */
export interface ScoreOptions {
  /** Category in the partner's words; `default` for none. */
  category: string;
  /** What the title must name; empty: the most distinctive word of the vendor's name. */
  brandKeyword: string;
  /** The partner's own domain, in ASCII, whose name is accepted as a brand too. */
  partnerDomain: string;
}

/** A rule that was not fully earned, and the way to earn it. */
export interface Recommendation {
  /** Name that stays the same while the rubric's version does, such as `title.length`. */
  rule: string;
  part: Part;
  earned: number;
  possible: number;
  /** What was found. */
  observed: string;
  /** What to do; brings `possible - earned` points or more. */
  fix: string;
}

/** The score of one listing; the same input always has the same one. */
export interface ListingScore {
  /** 0 to 100: the sum of all earned points, at most 59 with a blocking fault. */
  overall_score: number;
  grade: Grade;
  /** Each part for itself, 0 to 100. */
  breakdown: Record<Part, number>;
  /** Blocking faults first, then by the points they bring, most first. */
  recommendations: Recommendation[];
  rubric_version: string;
}

/** What one rule found. */
export interface Verdict extends Omit<Recommendation, 'part'> {
  /** A fault that keeps the whole score below a pass. */
  blocking: boolean;
}
