import type { ContentItemRow } from '../content-items/types.ts';
import type { ExecutionStep, GuardrailHitRow } from '../execution-steps/types.ts';
import type { ExecutionPriority, ExecutionRow } from './table.ts';

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

export type { ExecutionEventRow, ExecutionPriority, ExecutionRow, ExecutionStatus } from './table.ts';

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
  steps: ExecutionStep[];
  hits: Pick<GuardrailHitRow, 'rule' | 'step' | 'action' | 'message'>[];
  assets: AssetRow[];
}
