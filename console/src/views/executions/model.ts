import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';

type Attributes = ExecutionDetail['attributes'];
/** Status of an execution. */
export type Status = Attributes['status'];
/** Status of a step. */
export type StepStatus = Attributes['step_results'][number]['status'];

/** Statuses in the order of the lifecycle. */
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

/** Whether the execution is still in progress. */
export function isOpen(status: Status): boolean {
  return status === 'pending' || status === 'planning' || status === 'executing';
}
