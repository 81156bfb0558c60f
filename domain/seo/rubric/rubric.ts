import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { GRADES, type Grade } from '../../listings/grades.ts';
import { scoreDescription } from './description.ts';
import { scoreHighlights } from './highlights.ts';
import { scoreImages } from './images.ts';
import { scoreKeywords } from './keywords.ts';
import { type Reading, readListing } from './reading.ts';
import { scoreTitle } from './title.ts';
import { type ListingScore, PARTS, type Part, type Recommendation, type ScoreOptions, type Verdict } from './types.ts';

/**
 * Version of rules and points: the major number changes when any listing may score differently, the minor one with
 * texts.
 */
export const RUBRIC_VERSION = '1.1';

/** Highest score of a listing with a blocking fault: just below a pass. */
const BLOCKED_MAX = 59;
/** Lowest score of each grade. */
const LOWEST: Record<Grade, number> = { A: 90, B: 80, C: 70, D: 60, F: 0 };

const RULES: Record<Part, (reading: Reading) => Verdict[]> = {
  title: scoreTitle,
  description: scoreDescription,
  highlights: scoreHighlights,
  keywords: scoreKeywords,
  images: scoreImages,
};

/** Scores a listing by the rubric. Deterministic: the same input always has the same score. */
export function scoreListing(content: ListingContent, options: ScoreOptions): ListingScore {
  const reading = readListing(content, options);
  const verdicts = PARTS.map((part) => ({ part, verdicts: RULES[part](reading) }));
  const all = verdicts.flatMap(({ part, verdicts: ofPart }) => ofPart.map((verdict) => ({ ...verdict, part })));
  const earned = sum(all.map((verdict) => verdict.earned));
  const score = all.some((verdict) => verdict.blocking) ? Math.min(earned, BLOCKED_MAX) : earned;
  return {
    overall_score: score,
    grade: gradeOf(score),
    breakdown: Object.fromEntries(
      verdicts.map(({ part, verdicts: ofPart }) => [part, percentage(ofPart)]),
    ) as ListingScore['breakdown'],
    recommendations: recommend(all),
    rubric_version: RUBRIC_VERSION,
  };
}

function gradeOf(score: number): Grade {
  return GRADES.find((grade) => score >= LOWEST[grade]) ?? 'F';
}

/** Earned of possible points, percent, rounded half up. */
function percentage(verdicts: readonly Verdict[]): number {
  const possible = sum(verdicts.map((verdict) => verdict.possible));
  return Math.floor((200 * sum(verdicts.map((verdict) => verdict.earned)) + possible) / (2 * possible));
}

function recommend(verdicts: readonly (Verdict & { part: Part })[]): Recommendation[] {
  return verdicts
    .filter((verdict) => verdict.earned < verdict.possible)
    .toSorted((a, b) => Number(b.blocking) - Number(a.blocking) || b.possible - b.earned - (a.possible - a.earned))
    .map(({ rule, part, earned, possible, observed, fix, text, blocking }) => ({
      rule,
      part,
      earned,
      possible,
      observed,
      fix: blocking ? `${fix} Until then the whole score is at most ${BLOCKED_MAX}.` : fix,
      ...(text !== undefined && { text }),
    }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
