import { foldEventCounts } from '../domain/gtm-schedule/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import type { WorkerArea } from './area.ts';

/** The go-to-market schedule: only its counters need the worker. */
export const gtmSchedule: WorkerArea = {
  jobs: {},
  periodic: [{ name: 'fold event counts', run: (deps) => perform(deps, foldEventCounts, {}) }],
};
