import { beginExecution } from '../domain/executions/steps/begin-execution.ts';
import { dropStep } from '../domain/executions/steps/drop-step.ts';
import { endExecution } from '../domain/executions/steps/end-execution.ts';
import { planExecution } from '../domain/executions/steps/plan-execution.ts';
import { runExecutionStep } from '../domain/executions/steps/run-execution-step.ts';
import { settleExecution } from '../domain/executions/steps/settle-execution.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ExecutionTransitions, ExecutionWork } from '../workflows/execution/contract.ts';
import { activity } from './activity.ts';

/** Short transitions, run as local activities. */
export function createExecutionTransitions(deps: Deps): ExecutionTransitions {
  return {
    beginExecution: activity(deps, beginExecution),
    planByRule: activity(deps, planExecution),
    settleExecution: activity(deps, settleExecution),
    endExecution: activity(deps, endExecution),
    dropStep: activity(deps, dropStep),
  };
}

/** Activities that ask the AI. */
export function createExecutionWork(deps: Deps): ExecutionWork {
  return { planExecution: activity(deps, planExecution), runStep: activity(deps, runExecutionStep) };
}
