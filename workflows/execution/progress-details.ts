import type { StepNode } from './contract.ts';

/** Short Markdown for the Web UI, which shows some six lines: the progress of the run, step by step. */
export function progressDetails(
  steps: readonly StepNode[],
  finished: ReadonlySet<string>,
  running: ReadonlySet<string>,
): string {
  const waiting = steps.map(({ key }) => key).filter((key) => !finished.has(key) && !running.has(key));
  const groups = [
    ['running', [...running]],
    ['waiting', waiting],
    ['done', [...finished]],
  ] as const;
  const lines = groups
    .filter(([, keys]) => keys.length > 0)
    .map(([name, keys]) => `- ${name}: ${keys.map((key) => `\`${key}\``).join(', ')}`);
  return [`**executing**, ${finished.size} of ${steps.length} steps done`, '', ...lines].join('\n');
}
