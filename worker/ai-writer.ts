import { stopLapsedOutputs } from '../domain/ai-writer/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import type { WorkerArea } from './area.ts';

/** Texts that API processes stream: only those whose process died need the worker. */
export const aiWriter: WorkerArea = {
  jobs: {},
  periodic: [{ name: 'stop lapsed writer outputs', run: (deps) => perform(deps, stopLapsedOutputs, {}) }],
};
