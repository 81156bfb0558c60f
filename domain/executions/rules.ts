import { EXECUTION_STATUSES, type ExecutionStatus } from './table.ts';

/** Allowed transitions. Every change of status is an update guarded by this table. */
export const TRANSITIONS: Record<ExecutionStatus, readonly ExecutionStatus[]> = {
  pending: ['planning', 'failed', 'cancelled'],
  planning: ['executing', 'failed', 'cancelled'],
  executing: ['completed', 'failed', 'cancelled'],
  completed: ['archived'],
  failed: ['archived'],
  cancelled: ['archived'],
  archived: [],
};

/** The states from which a state can be reached. */
export function statesBefore(status: ExecutionStatus): ExecutionStatus[] {
  return EXECUTION_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

/** The states in which the execution is still in progress. */
export const OPEN_STATUSES: readonly ExecutionStatus[] = statesBefore('cancelled');

/** The states in which it has ended, with any outcome. */
export const ENDED_STATUSES: readonly ExecutionStatus[] = statesBefore('archived');

/** Whether the execution is still in progress. */
export function isOpen(status: ExecutionStatus): boolean {
  return OPEN_STATUSES.includes(status);
}

/** The states an execution can be retried from. */
export const RETRYABLE: readonly ExecutionStatus[] = ['failed', 'cancelled'];

/** Notification topic for changes of an execution. */
export function executionTopic(id: number): string {
  return `execution:${id}`;
}

/** Reference of an execution's credits in the ledger. */
export function creditReference(rowKey: string): string {
  return `execution:${rowKey}`;
}
