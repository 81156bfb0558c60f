import { markdownTable } from 'markdown-table';
import type { Sample } from './samples.ts';
import { grows, trendOf } from './trend.ts';

/** A metric over the whole run. */
export interface Verdict {
  metric: string;
  first: number;
  last: number;
  perMinute: number;
  error: number;
  tolerated: number;
  grows: boolean;
}

/** Growth a minute that is none, by the end of the metric's name; docs/soak.md says where the numbers come from. */
const TOLERATED: [RegExp, number][] = [
  [/heap, MiB$/, 0.25],
  [/resident, MiB$/, 1],
  [/log, lines$/, 1],
  [/rows: rate counters$/, 2],
  [/^rows: /, 0.5],
  [/./, 0.2],
];
/** Memory that a collection would free is no leak: the least of a minute is what is left after one. */
const BY_LEAST = /MiB$/;

/** Fits a line to each metric after the warm-up. `minutes` has the samples of each minute. */
export function verdictsOf(minutes: readonly (readonly Sample[])[], warmUp: number): Verdict[] {
  const kept = minutes.slice(warmUp);
  return Object.keys(kept[0]?.[0] ?? {}).map((metric) => {
    const values = kept.map((samples) => valueIn(metric, samples));
    const trend = trendOf(values);
    const tolerated = TOLERATED.find(([name]) => name.test(metric))?.[1] ?? 0;
    return {
      metric,
      first: values[0] ?? 0,
      last: values.at(-1) ?? 0,
      perMinute: trend.slope,
      error: trend.error,
      tolerated,
      grows: grows(trend, tolerated) || !Number.isFinite(trend.slope),
    };
  });
}

function valueIn(metric: string, samples: readonly Sample[]): number {
  const values = samples.map((sample) => sample[metric] ?? Number.NaN);
  if (BY_LEAST.test(metric)) return Math.min(...values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The verdicts as a Markdown table. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ metric, first, last, perMinute, error, tolerated, grows: bad }) => [
    metric,
    first.toFixed(1),
    last.toFixed(1),
    `${perMinute.toFixed(2)} ± ${error.toFixed(2)}`,
    String(tolerated),
    bad ? 'GROWS' : 'level',
  ]);
  return markdownTable([['Metric', 'After the warm-up', 'At the end', 'A minute', 'Tolerated', 'Verdict'], ...rows]);
}
