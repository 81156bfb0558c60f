import type { Result } from './measurement.ts';

const HEADINGS = ['Measurement', 'Marketwright', 'Reference', 'Ratio', 'Aim'];

/** The results as a Markdown table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ name, ours, reference, ratio, aim }) => [name, ours, reference, ratio.toFixed(2), aim]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADINGS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
