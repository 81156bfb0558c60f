import { foldBoardCounts } from '../domain/content-items/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import type { WorkerArea } from './area.ts';

/** What executions have made: only its counters need the worker. */
export const contentItems: WorkerArea = {
  jobs: {},
  periodic: [{ name: 'fold board counts', run: (deps) => perform(deps, foldBoardCounts, {}) }],
};
