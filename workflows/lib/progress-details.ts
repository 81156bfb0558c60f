import type { StepNode } from '../contracts/execution.ts';

/** Short Markdown for the Web UI: how far the run is, step by step. */
export function progressDetails(
  steps: readonly StepNode[],
  finished: ReadonlySet<string>,
  running: ReadonlySet<string>,
): string {
  const lines = steps.map((step) => {
    const state = finished.has(step.key) ? 'done' : running.has(step.key) ? 'running' : 'waiting';
    return `- \`${step.key}\` (${step.kind}): ${state}`;
  });
  return [`**executing** ${finished.size} of ${steps.length} steps`, '', ...lines].join('\n');
}
