import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../../domain/executions/operations/reads.ts';
import type { ExecutionDetail } from '../../domain/executions/rules.ts';
import type { ExecutionStatus } from '../../domain/executions/table.ts';
import { resourceUri } from '../../domain/kernel/change-events.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import { executionResult } from './execution-result.ts';
import type { Outcome, TaskContext, TaskReading } from './tasks.ts';

const STATUS: Readonly<Record<ExecutionStatus, 'working' | 'completed' | 'cancelled'>> = {
  pending: 'working',
  planning: 'working',
  executing: 'working',
  completed: 'completed',
  failed: 'completed',
  archived: 'completed',
  cancelled: 'cancelled',
};

/** Executions of a capability as tasks; one that failed is a result that says so, as the call's would. */
export const EXECUTION_TASK = {
  kind: 'execution',
  uriOf: (id: number) => resourceUri('executions', id),
  async read({ deps, call }: TaskContext, id: number): Promise<TaskReading | null> {
    const detail = await invoke(deps, call, getExecution, { params: { id } });
    const { template_slug, created_at, updated_at } = detail.execution;
    // Those of a template have another result.
    if (template_slug !== null) return null;
    return {
      message: executionMessage(detail.execution),
      createdAt: created_at,
      updatedAt: updated_at,
      outcome: outcomeOf(detail),
    };
  },
  async cancel({ deps, call }: TaskContext, id: number): Promise<void> {
    await invoke(deps, call, cancelExecution, { params: { id } });
  },
};

function outcomeOf(detail: ExecutionDetail): Outcome {
  const status = STATUS[detail.execution.status];
  return status === 'completed' ? { status, result: executionResult(detail) } : { status };
}

/** How far an execution is, in a sentence. */
export function executionMessage({
  status,
  progress_percentage,
  error_message,
}: Pick<ExecutionDetail['execution'], 'status' | 'progress_percentage' | 'error_message'>): string {
  if (error_message !== null) return error_message;
  return STATUS[status] === 'working'
    ? `The execution is ${status} (${progress_percentage} %).`
    : `The execution is ${status}.`;
}
