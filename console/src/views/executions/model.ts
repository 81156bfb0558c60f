import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';

type Attributes = ExecutionDetail['attributes'];
/** State of an execution. */
export type Status = Attributes['status'];
/** State of a step. */
export type StepStatus = Attributes['step_results'][number]['status'];

/** States of executions in the order of their life. */
export const STATUSES = [
  'pending',
  'planning',
  'executing',
  'completed',
  'failed',
  'cancelled',
  'archived',
] as const satisfies readonly Status[];

/** Priorities, lowest first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const satisfies readonly Attributes['priority'][];

/** Whether the execution goes on. */
export function isOpen(status: Status): boolean {
  return status === 'pending' || status === 'planning' || status === 'executing';
}
