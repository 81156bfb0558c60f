import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that brings the Schedule of a trigger in line with its row. */
export const TRIGGER_SCHEDULE_WORKFLOW = 'triggerSchedule';
/** Signal that says that the row was changed. */
export const SYNC_SIGNAL = 'sync';

/** Which trigger; the key tells it from another under its number, once a database was restored. */
export interface TriggerScheduleInput {
  triggerId: number;
  rowKey: string;
}

/** Id of the run; one at a time works for a trigger. */
function triggerScheduleWorkflowId({ triggerId, rowKey }: TriggerScheduleInput): string {
  return `trigger-schedule-${triggerId}-${rowKey.slice(0, 8)}`;
}

/** Id of the trigger's Schedule. */
export function triggerScheduleId({ triggerId, rowKey }: TriggerScheduleInput): string {
  return `trigger-${triggerId}-${rowKey.slice(0, 8)}`;
}

/** What the run asks. */
export interface TriggerScheduleActivities {
  /** Makes, changes, pauses or deletes the Schedule, as the row wants it by now. */
  alignTriggerSchedule(input: TriggerScheduleInput): Promise<void>;
}

/** What the commands become on the engine. */
export const triggerScheduleCommands: EngineCommands<'trigger.sync'> = {
  'trigger.sync': ({ triggerId, rowKey, partnerId }, publicUrl) => ({
    action: 'signal',
    workflowType: TRIGGER_SCHEDULE_WORKFLOW,
    workflowId: triggerScheduleWorkflowId({ triggerId, rowKey }),
    taskQueue: MAIN_QUEUE,
    args: [{ triggerId, rowKey }],
    signal: SYNC_SIGNAL,
    memo: { link: `${publicUrl}/api/v1/content-workflow/workflow-triggers/${triggerId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Schedule of trigger ${triggerId} of partner ${partnerId}`,
    details:
      'Brings the Schedule in line with the trigger. Safe to cancel or terminate: it is looked after once a day.',
    priority: priorityOf(partnerId),
  }),
};
