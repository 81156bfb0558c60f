import type { DryRunSessionRow } from './table.ts';
import type { Figures } from './transcript-store.ts';
import type { Criterion, Summary } from './types.ts';

/** Weights of the score; docs/dry-run.md explains them to partners. */
const WEIGHTS: Record<Criterion['name'], number> = { answered: 40, safe: 40, clean: 20 };

/** Summary of a session. The score is calculated from counts, so that it is reproducible. */
export function summarize(
  { credits_used, created_at }: Pick<DryRunSessionRow, 'credits_used' | 'created_at'>,
  figures: Figures,
  guardrails: Summary['guardrails'],
  now: Date,
): Summary {
  const { replies, failed, withheld, flagged } = figures;
  const share = {
    answered: ratio(replies, replies + failed),
    safe: ratio(replies - withheld, replies),
    clean: ratio(replies - withheld - flagged, replies),
  };
  const criteria = (Object.keys(WEIGHTS) as Criterion['name'][]).map((name) => ({
    name,
    weight: WEIGHTS[name],
    points: Math.round(WEIGHTS[name] * share[name]),
  }));
  return {
    score: replies + failed === 0 ? null : criteria.reduce((sum, { points }) => sum + points, 0),
    criteria,
    ...figures,
    guardrails,
    credits_used,
    duration_seconds: Math.round((now.getTime() - created_at.getTime()) / 1000),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
