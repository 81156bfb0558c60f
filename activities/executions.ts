import { beginExecution } from '../domain/executions/steps/begin-execution.ts';
import { dropStep } from '../domain/executions/steps/drop-step.ts';
import { endExecution } from '../domain/executions/steps/end-execution.ts';
import { listStaleExecutions } from '../domain/executions/steps/housekeeping.ts';
import { planExecution } from '../domain/executions/steps/plan-execution.ts';
import { runExecutionStep } from '../domain/executions/steps/run-execution-step.ts';
import { settleExecution } from '../domain/executions/steps/settle-execution.ts';
import { perform } from '../domain/kernel/step.ts';
import { EXECUTION } from '../workflows/execution/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Executions of capabilities. */
export const execution = {
  contract: EXECUTION,
  steps: {
    // planByRule makes a rule's plan without the AI. Runs from before beginExecution did the planning call it by this
    // name.
    transitions: { beginExecution, planByRule: planExecution, settleExecution, endExecution, dropStep },
    ai: { planExecution, runStep: runExecutionStep },
  },
  owner: {
    name: 'execution',
    stale: listStaleExecutions,
    end: (deps, row, reason) => perform(deps, endExecution, { ...row, ending: { status: 'failed', reason } }),
  },
} as const satisfies Flow<typeof EXECUTION>;

export type ExecutionSteps = Activities<typeof execution>;
