import { foldGuardrailHits, foldOutcomes } from '../domain/agent-audit/steps/fold-figures.ts';
import { perform } from '../domain/kernel/step.ts';
import type { WorkerArea } from './area.ts';

/** Figures of agents. */
export const agentAudit: WorkerArea = {
  jobs: {},
  periodic: [
    { name: 'fold outcomes of executions', run: (deps) => perform(deps, foldOutcomes, {}) },
    { name: 'fold guardrail hits', run: (deps) => perform(deps, foldGuardrailHits, {}) },
  ],
};
