import { execution } from '../activities/executions.ts';
import { readOldestOpen, rollUpExecutionCounts } from '../domain/executions/steps/housekeeping.ts';
import { perform } from '../domain/kernel/step.ts';
import { observeOpenExecutions } from '../infra/telemetry/work-metrics.ts';
import type { WorkerArea } from './area.ts';

/** Executions of capabilities. */
export const executions = {
  flows: [execution],
  housekeeping: [rollUpExecutionCounts],
  start({ deps, registry }) {
    observeOpenExecutions(registry, async () => (await perform(deps, readOldestOpen, {})).seconds);
  },
} as const satisfies WorkerArea;
