import type { StepResult } from './resources.ts';

/** A bar of `width` characters. */
export function bar(percentage: number, width: number): string {
  const filled = Math.round((Math.min(100, Math.max(0, percentage)) * width) / 100);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

/** When each step ran, as a line of blocks on a common scale; steps that ran at the same time stand under each other. */
export function timeline(steps: readonly StepResult[], width: number): string[] {
  const spans = steps.flatMap(({ key, started_at, completed_at }) =>
    started_at && completed_at ? [{ key, from: Date.parse(started_at), to: Date.parse(completed_at) }] : [],
  );
  const first = Math.min(...spans.map(({ from }) => from));
  const total = Math.max(1, ...spans.map(({ to }) => to - first));
  const nameWidth = Math.max(0, ...spans.map(({ key }) => key.length));
  return spans.map(({ key, from, to }) => {
    const start = Math.min(width - 1, Math.floor(((from - first) * width) / total));
    const length = Math.max(1, Math.round(((to - from) * width) / total));
    const blocks = ' '.repeat(start) + '█'.repeat(Math.min(length, width - start));
    return `${key.padEnd(nameWidth)}  ${blocks.padEnd(width)}  ${((to - from) / 1000).toFixed(1)} s`;
  });
}
