import type { z } from 'zod';
import type { stepsToDo } from '../../domain/executions/planning.ts';
import type { beginExecution } from '../../domain/executions/steps/begin-execution.ts';
import type { endExecution } from '../../domain/executions/steps/end-execution.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies an execution; the key distinguishes it from a later one with the same id, after a restore of the database.
 * Older runs have no key.
 */
export type ExecutionInput = z.input<typeof beginExecution.input>;

/** How the run ended; `stopped`: the execution was no longer open. */
export interface ExecutionResult {
  status: 'completed' | 'failed' | 'stopped';
}

/**
 * A step as the workflow sees it: product-defined keys and kinds, no partner text. When an optional step fails, the
 * others continue.
 */
export type StepNode = z.output<typeof stepsToDo>['steps'][number];

/** The result of beginExecution; in recorded runs of earlier releases some fields are missing. */
export type BegunExecution = Pick<z.output<typeof beginExecution.output>, 'open'> &
  Partial<z.output<typeof beginExecution.output>> & {
    /** Whether the plan follows from the order; only in runs from before beginExecution returned such plans. */
    isPlannedByRule?: boolean;
  };

/** Why an execution ends without a result; a failure may name the step. */
export type ExecutionOutcome = z.input<typeof endExecution.input>['ending'] & { step?: string };

/** Runs an execution. */
export const EXECUTION = {
  workflow: 'execution',
  id: 'execution',
  row: 'executionId',
  command: 'execution.start',
  cancelledBy: 'execution.cancel',
  start: ({ executionId, rowKey, partnerId, capability, priority, requestId }, publicUrl) => ({
    input: { executionId, rowKey },
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
} as const satisfies CommandedFlow<'execution.start', ExecutionInput>;
