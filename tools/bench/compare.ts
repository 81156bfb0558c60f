import { markdownTable } from 'markdown-table';
import type { Recorded } from './history.ts';

/** Share by which a ratio without rounds differs from run to run on an idle machine. */
const NOISE = 0.15;

/** What became of a measurement between two commits; `changed`: its aim does not say which direction is better. */
type Verdict = 'same' | 'better' | 'worse' | 'changed';

/** A measurement that both commits have. */
export interface Difference {
  measurement: string;
  before: Recorded;
  after: Recorded;
  verdict: Verdict;
}

/**
 * Compares the newest results of two commits, the last two in the history when none is named. Ratios whose spreads overlap are the
 * same. Throws when a commit has no results.
 */
export function compare(history: readonly Recorded[], commits: readonly string[] = []): Difference[] {
  const recorded = [...new Set(history.toReversed().map(({ commit }) => commit))];
  const [after, before] = commits.length > 0 ? [commits[1] ?? recorded[0], commits[0]] : recorded;
  const [older, newer] = [before, after].map((commit) => newestOf(history, commit));
  if (!older || !newer) throw new Error('The history needs results of two commits.');
  return [...newer.values()].flatMap((result) => {
    const earlier = older.get(result.measurement);
    if (!earlier) return [];
    return { measurement: result.measurement, before: earlier, after: result, verdict: verdictOf(earlier, result) };
  });
}

/** What got worse, then the other differences, as a Markdown table. */
export function comparisonTable(differences: readonly Difference[]): string {
  const order: Verdict[] = ['worse', 'changed', 'better', 'same'];
  const sorted = differences.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return markdownTable([
    ['Measurement', 'Before', 'After', 'Aim', ''],
    ...sorted.map(({ measurement, before, after, verdict }) => {
      return [measurement, String(before.ratio), String(after.ratio), after.aim, verdict];
    }),
  ]);
}

function newestOf(history: readonly Recorded[], commit: string | undefined): Map<string, Recorded> | undefined {
  const results = history.filter((result) => commit !== undefined && result.commit.startsWith(commit));
  return results.length > 0 ? new Map(results.map((result) => [result.measurement, result])) : undefined;
}

function verdictOf(before: Recorded, after: Recorded): Verdict {
  const [leastBefore, greatestBefore] = rangeOf(before);
  const [leastAfter, greatestAfter] = rangeOf(after);
  if (leastAfter <= greatestBefore && leastBefore <= greatestAfter) return 'same';
  const isMore = after.ratio > before.ratio;
  if (after.aim.startsWith('>=')) return isMore ? 'better' : 'worse';
  if (after.aim.startsWith('<=')) return isMore ? 'worse' : 'better';
  return 'changed';
}

function rangeOf({ ratio, spread }: Recorded): [number, number] {
  return spread ?? [ratio * (1 - NOISE), ratio * (1 + NOISE)];
}
