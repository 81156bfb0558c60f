import type { z } from 'zod';
import type { stepsToDo } from '../../domain/executions/planning.ts';
import type { beginExecution } from '../../domain/executions/steps/begin-execution.ts';
import type { endExecution } from '../../domain/executions/steps/end-execution.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Which execution; the key tells it from a later one under the same id, once a database was restored, and is absent in older runs. */
export type ExecutionInput = z.input<typeof beginExecution.input>;

/** How the run ended; `stopped`: the execution was no longer open. */
export interface ExecutionResult {
  status: 'completed' | 'failed' | 'stopped';
}

/** A step as the workflow sees it: keys and kinds are ours, no text of the partner. Where an optional one fails, the rest goes on. */
export type StepNode = z.output<typeof stepsToDo>['steps'][number];

/** What the workflow learns as it begins; in recorded runs of earlier releases not all of it. */
export type BegunExecution = Pick<z.output<typeof beginExecution.output>, 'open'> &
  Partial<z.output<typeof beginExecution.output>> & {
    /** Its plan follows from the order; only in runs that began when such plans were made after the beginning. */
    isPlannedByRule?: boolean;
  };

/** Why an execution ends without a result; a failure may name the step. */
export type ExecutionOutcome = z.input<typeof endExecution.input>['ending'] & { step?: string };

/** Carries an execution out. */
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
