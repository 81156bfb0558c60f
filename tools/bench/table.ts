import { markdownTable } from 'markdown-table';
import type { Result } from './measurement.ts';

const HEADINGS = ['Measurement', 'Marketwright', 'Reference', 'Ratio', 'Aim'];

/** The results as a Markdown table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ name, ours, reference, ratio, aim }) => [name, ours, reference, ratio.toFixed(2), aim]);
  return markdownTable([HEADINGS, ...rows]);
}
