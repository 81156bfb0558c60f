import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { beginExecution } from '../domain/executions/operations/begin-execution.ts';
import { endCancelled } from '../domain/executions/operations/end-cancelled.ts';
import { failExecution } from '../domain/executions/operations/fail-execution.ts';
import { planExecution } from '../domain/executions/operations/plan-execution.ts';
import { runStep } from '../domain/executions/operations/run-step.ts';
import { settleExecution } from '../domain/executions/operations/settle-execution.ts';
import { isSameExecution } from '../domain/executions/store.ts';
import { type Call, systemCall } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ExecutionTransitions, ExecutionWork } from '../workflows/contracts/execution.ts';

/** Short transitions, run as local activities. */
export function createExecutionTransitions(deps: Deps): ExecutionTransitions {
  return {
    beginExecution: ({ executionId }) => beginExecution(deps, executionId),
    settleExecution: ({ executionId }) => settleExecution(deps, currentCall(), executionId),
    endExecution: async ({ executionId, rowKey, ending }) => {
      if (rowKey !== undefined && !(await isSameExecution(deps.db, executionId, rowKey))) return false;
      return ending.status === 'cancelled'
        ? endCancelled(deps, currentCall(), executionId)
        : failExecution(deps, currentCall(), executionId, ending.reason);
    },
  };
}

/** Activities that ask the AI. */
export function createExecutionWork(deps: Deps): ExecutionWork {
  return {
    planExecution: ({ executionId }) => planExecution(deps, currentCall(), executionId, providerKey()),
    runStep: ({ executionId, key }) => runStep(deps, currentCall(), executionId, key, providerKey()),
  };
}

function currentCall(): Call {
  return systemCall(activityInfo().activityType, cancellationSignal());
}

/** The same for every attempt of an activity, so that the provider can recognise a repeat. */
function providerKey(): string {
  const { workflowExecution, activityId } = activityInfo();
  return `${workflowExecution?.workflowId}/${activityId}`;
}
