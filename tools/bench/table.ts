import { markdownTable } from 'markdown-table';
import type { Result } from './measurement.ts';

const HEADINGS = ['Measurement', 'Marketwright', 'Reference', 'Ratio', 'Spread', 'Aim'];

/** The results as a Markdown table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ name, ours, reference, ratio, spread, aim }) => {
    return [name, ours, reference, ratio.toFixed(2), spread?.map((each) => each.toFixed(2)).join(' to ') ?? '', aim];
  });
  return markdownTable([HEADINGS, ...rows]);
}
