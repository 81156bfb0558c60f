import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { getExecutionSummary } from '../../domain/executions/operations/reads.ts';
import { isOpen } from '../../domain/executions/rules.ts';
import { resourceUri } from '../../domain/kernel/change-events.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import { longWork } from '../long-work.ts';
import { executionMessage } from '../mcp/execution-task.ts';

/** The execution of a template. */
export const templateWork = longWork({
  kind: 'execution',
  uriOf: (id) => resourceUri('executions', id),
  read: getExecutionSummary,
  stateOf(execution) {
    const { id, status, template_slug, created_at, updated_at } = execution;
    if (template_slug === null) return null;
    return {
      id,
      isOpen: isOpen(status),
      isCancelled: status === 'cancelled',
      isFailed: status === 'failed',
      message: executionMessage(execution),
      createdAt: created_at,
      updatedAt: updated_at,
    };
  },
  cancel: (deps, call, id) => invoke(deps, call, cancelExecution, { params: { id } }),
});
