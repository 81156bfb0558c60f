import type { ContentItemRow } from '../content-items/table.ts';
import type { ExecutionPriority, ExecutionRow, ExecutionStepRow, GuardrailHitRow } from './table.ts';

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

/** An execution as lists show it. */
export type ExecutionSummary = ExecutionRow & { agent: AgentReference };

/** An item in an execution's asset list, without its body. */
export type AssetRow = Pick<
  ContentItemRow,
  'id' | 'title' | 'content_type' | 'kanban_status' | 'preview' | 'word_count' | 'sandbox' | 'step' | 'created_at'
> & {
  /** Whether it is on the board. Before that it is a draft that only its execution shows. */
  settled: boolean;
};

/** An execution with all that belongs to it. */
export interface ExecutionDetail {
  execution: ExecutionSummary;
  steps: ExecutionStepRow[];
  hits: Pick<GuardrailHitRow, 'rule' | 'step' | 'action' | 'message'>[];
  assets: AssetRow[];
}
