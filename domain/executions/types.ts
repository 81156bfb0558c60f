import type { ContentItemRow } from '../content-items/store.ts';
import type { GuardrailHitRow } from '../execution-steps/store.ts';
import type { ExecutionStep } from '../execution-steps/types.ts';
import type { ExecutionRow } from './store.ts';

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
>;

/** An execution with all that belongs to it. */
export interface ExecutionDetail {
  execution: ExecutionSummary;
  steps: ExecutionStep[];
  hits: Pick<GuardrailHitRow, 'rule' | 'step' | 'action' | 'message'>[];
  assets: AssetRow[];
}
