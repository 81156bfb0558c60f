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

/** An execution by number; `rowKey` tells it from a later one under the same number, once a database was restored. */
export interface ExecutionReference {
  executionId: number;
  rowKey?: string | undefined;
}

/** The agent that carries an execution out. */
export interface AgentReference {
  id: number;
  name: string;
  type: string;
}

/** An execution as lists show it. */
export type ExecutionSummary = ExecutionRow & { agent: AgentReference };

/** An item as an execution lists it: no body. */
export type AssetRow = Pick<
  ContentItemRow,
  'id' | 'title' | 'content_type' | 'kanban_status' | 'preview' | 'word_count' | 'sandbox' | 'step' | 'created_at'
> & {
  /** Whether it is on the board; until then it is a draft that only its execution shows. */
  settled: boolean;
};

/** An execution with all that belongs to it. */
export interface ExecutionDetail {
  execution: ExecutionSummary;
  steps: ExecutionStepRow[];
  hits: Pick<GuardrailHitRow, 'rule' | 'step' | 'action' | 'message'>[];
  assets: AssetRow[];
}
