import type { ContentItemRow } from '../content-items/table.ts';
import {
  EXECUTION_STATUSES,
  type ExecutionPriority,
  type ExecutionRow,
  type ExecutionStatus,
  type ExecutionStepRow,
  type GuardrailHitRow,
} from './table.ts';

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

declare module '../kernel/command.ts' {
  interface Commands {
    'execution.start': {
      executionId: number;
      rowKey: string;
      partnerId: number;
      capability: string;
      priority: ExecutionPriority;
      requestId: string;
    };
    'execution.cancel': { executionId: number; rowKey: string };
  }
}

/** An execution by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface ExecutionReference {
  executionId: number;
  rowKey?: string | undefined;
}

/** The agent that runs an execution. */
export interface AgentReference {
  id: number;
  name: string;
  type: string;
}

/** An execution with its agent. */
export type ExecutionSummary = ExecutionRow & { agent: AgentReference };

/** An execution as lists show it, without what it was given and what it plans, which may be long. */
export type ListedExecution = Omit<ExecutionSummary, 'settings' | 'context' | 'lookup' | 'plan_summary'>;

/** An item in an execution's asset list, without its body. */
export type AssetRow = Pick<
  ContentItemRow,
  | 'id'
  | 'title'
  | 'content_type'
  | 'kanban_status'
  | 'preview'
  | 'word_count'
  | 'assignee_id'
  | 'reviewer_id'
  | 'due_at'
  | 'open_comment_count'
  | 'version'
  | 'approved_version'
  | 'sandbox'
  | 'step'
  | 'created_at'
  | 'deleted_at'
> & {
  /** Whether it is on the board. Before that it is a draft that only its execution shows, later it may be in the trash. */
  settled: boolean;
};

/** An execution with all that belongs to it. */
export interface ExecutionDetail {
  execution: ExecutionSummary;
  steps: ExecutionStepRow[];
  hits: Pick<GuardrailHitRow, 'rule' | 'step' | 'action' | 'message'>[];
  assets: AssetRow[];
}
