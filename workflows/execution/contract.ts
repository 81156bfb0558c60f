import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that carries an execution out. */
export const EXECUTION_WORKFLOW = 'execution';

/** Its id; unique for the life of the database. */
export function executionWorkflowId(executionId: number): string {
  return `execution-${executionId}`;
}

/** Which execution a run carries out. */
export interface ExecutionInput {
  executionId: number;
  /** Tells the execution from a later one under the same id, once a database was restored; absent in older runs. */
  rowKey?: string;
}

/** How the run ended; `stopped`: the execution was no longer open. */
export interface ExecutionResult {
  status: 'completed' | 'failed' | 'stopped';
}

/** A step as the workflow sees it: keys and kinds are ours, no text of the partner. */
export interface StepNode {
  key: string;
  kind: string;
  dependsOn: string[];
  /** Where it fails, the rest goes on; absent in runs from before there were such steps. */
  optional?: true;
}

/** What the workflow learns as it begins. */
interface BegunExecution {
  open: boolean;
  /** Made with a sandbox key; absent in runs that began before it was told. */
  sandbox?: boolean;
  /** What there is to do; absent where the AI is to be asked for the plan. */
  plan?: { steps: StepNode[] };
  /** Its plan follows from the order; only in runs that began when such plans were made after the beginning. */
  isPlannedByRule?: boolean;
}

/** What there is to do; null when the execution is no longer open. */
type ExecutionPlan = { steps: StepNode[] } | null;

/** Short transitions, run within the workflow task. */
export interface ExecutionTransitions {
  /** Begins a pending execution, and plans it where nothing has to be asked for that; not open: it was ended before the workflow came to it. */
  beginExecution(input: ExecutionInput): Promise<BegunExecution>;
  /** Makes and saves a plan for which nothing has to be asked; of runs that began when the beginning did not do so. */
  planByRule(input: ExecutionInput): Promise<ExecutionPlan>;
  /** Completes it; false when it was ended meanwhile. */
  settleExecution(input: ExecutionInput): Promise<boolean>;
  /** Ends it as failed for a reason, or as cancelled; false when it had ended already. */
  endExecution(input: ExecutionInput & { ending: ExecutionEnding }): Promise<boolean>;
  /** Ends an optional step that failed, with those that need it. */
  dropStep(input: ExecutionInput & { key: string; reason: string }): Promise<boolean>;
}

/** Why an execution ends without a result. `failed` names the class of the failure and the step, if any. */
export type ExecutionEnding = { status: 'cancelled' } | { status: 'failed'; reason: string; step?: string };

/** Work that asks the AI. */
export interface ExecutionWork {
  /** Makes and saves the plan. */
  planExecution(input: ExecutionInput): Promise<ExecutionPlan>;
  runStep(input: ExecutionInput & { key: string }): Promise<{ open: boolean; progress: number }>;
}

/** What the commands become on the engine. */
export const executionCommands: EngineCommands<'execution.start' | 'execution.cancel'> = {
  'execution.start': ({ executionId, rowKey, partnerId, capability, priority, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: EXECUTION_WORKFLOW,
    workflowId: executionWorkflowId(executionId),
    taskQueue: MAIN_QUEUE,
    args: [{ executionId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/executions/${executionId}` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `execution:${executionId}`,
      MwCapability: capability,
    },
    summary: `${capability} for partner ${partnerId}`,
    details: `Execution ${executionId}, priority ${priority}. Safe to cancel or terminate: nothing is charged then.`,
    priority: priorityOf(partnerId, priority),
  }),
  'execution.cancel': ({ executionId, rowKey }) => ({
    action: 'cancel',
    workflowId: executionWorkflowId(executionId),
    rowKey,
  }),
};
