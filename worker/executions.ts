import { createExecutionTransitions, createExecutionWork } from '../activities/executions.ts';
import { endExecution } from '../domain/executions/steps/end-execution.ts';
import { foldExecutionCounts, listStaleExecutions } from '../domain/executions/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import { EXECUTION_WORKFLOW, executionWorkflowId } from '../workflows/execution/contract.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE, MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Executions of capabilities. */
export const executions: WorkerArea<'execution.start' | 'execution.cancel'> = {
  activities: ({ deps }) => ({
    [MAIN_QUEUE]: createExecutionTransitions(deps),
    [AI_QUEUE]: createExecutionWork(deps),
    [AI_SANDBOX_QUEUE]: createExecutionWork(deps),
  }),
  jobs: {
    'execution.start': {
      refused: (deps, { executionId, rowKey }) =>
        perform(deps, endExecution, { executionId, rowKey, ending: { status: 'failed', reason: 'refused' } }),
      stale: {
        name: 'execution',
        list: listStaleExecutions,
        workflowType: EXECUTION_WORKFLOW,
        workflowId: executionWorkflowId,
        end: (deps, { id, rowKey }) =>
          perform(deps, endExecution, { executionId: id, rowKey, ending: { status: 'failed', reason: 'lost' } }),
      },
    },
    // The execution has ended before its run is to learn of it.
    'execution.cancel': { refused: async () => undefined, stale: null },
  },
  periodic: [{ name: 'fold counts', run: (deps) => perform(deps, foldExecutionCounts, {}) }],
};
