import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that carries an occurrence of a trigger out. */
export const TRIGGER_FIRING_WORKFLOW = 'triggerFiring';

/** Id of the run of an occurrence that an event made; the Schedule names its runs by the trigger and the moment. */
export function triggerFiringWorkflowId(firingId: number): string {
  return `trigger-firing-${firingId}`;
}

/** Which occurrence; without `firingId` it is the one of the moment that the Schedule names. */
export interface TriggerFiringInput {
  triggerId: number;
  /** Key of the occurrence, or of the trigger where a Schedule starts the run. */
  rowKey: string;
  firingId?: number;
}

/** What the run asks. */
export interface TriggerFiringActivities {
  /** Has the target executed, or says why it is not; gone: there is no such trigger any more. */
  fireTrigger(input: TriggerFiringInput & { scheduledFor?: string }): Promise<{ gone: boolean }>;
  /** Ends an occurrence that nothing came of. */
  failFiring(input: { firingId: number; rowKey: string }): Promise<boolean>;
}

/** What the commands become on the engine. */
export const triggerFiringCommands: EngineCommands<'trigger.fire'> = {
  'trigger.fire': ({ firingId, rowKey, triggerId, partnerId }, publicUrl) => ({
    action: 'start',
    workflowType: TRIGGER_FIRING_WORKFLOW,
    workflowId: triggerFiringWorkflowId(firingId),
    taskQueue: MAIN_QUEUE,
    args: [{ triggerId, rowKey, firingId }],
    rowKey,
    memo: { link: `${publicUrl}/api/v1/content-workflow/workflow-triggers/${triggerId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Trigger ${triggerId} of partner ${partnerId}, on an event`,
    details: 'Starts an execution. Safe to cancel or terminate: the trigger then says `lost`.',
    priority: priorityOf(partnerId),
  }),
};
