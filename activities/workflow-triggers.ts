import { getClient } from '@temporalio/activity';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { failFiring, fireTrigger } from '../domain/workflow-triggers/steps/fire-trigger.ts';
import { readSchedule } from '../domain/workflow-triggers/steps/read-schedule.ts';
import { listStaleFirings } from '../domain/workflow-triggers/steps/upkeep.ts';
import { alignSchedule, deleteSchedule } from '../infra/temporal/schedules.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { TRIGGER_FIRING } from '../workflows/trigger-firing/contract.ts';
import {
  TRIGGER_SCHEDULE,
  type TriggerScheduleInput,
  triggerScheduleId,
} from '../workflows/trigger-schedule/contract.ts';
import { activity } from './activity.ts';
import type { Activities, Flow } from './flow.ts';

/** Creates, changes, pauses or deletes the Schedule of a trigger to match its row. */
function alignTriggerSchedule(deps: Deps) {
  const read = activity(deps, readSchedule);
  return async (trigger: TriggerScheduleInput): Promise<void> => {
    const { triggerId } = trigger;
    const id = triggerScheduleId(trigger);
    const wanted = await read(trigger);
    if (!wanted) {
      await deleteSchedule(getClient(), id);
      return;
    }
    await alignSchedule(getClient(), {
      id,
      cron: wanted.cron,
      timezone: wanted.timezone,
      paused: !wanted.active,
      catchUpMs: wanted.catchUpMs,
      // Each run lasts milliseconds. The database decides which executions may overlap.
      overlap: 'ALLOW_ALL',
      workflowType: TRIGGER_FIRING.workflow,
      workflowId: `${id}-firing`,
      taskQueue: MAIN_QUEUE,
      args: [trigger],
      keywords: { MwPartnerId: String(wanted.partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
      summary: `Trigger ${triggerId} of partner ${wanted.partnerId}, by its schedule`,
      note: `Schedule of trigger ${triggerId} of partner ${wanted.partnerId}. Pause it by the trigger's toggle; what is changed here is changed back.`,
    });
  };
}

/** Schedules of triggers. */
export const triggerSchedule = {
  contract: TRIGGER_SCHEDULE,
  steps: { main: { alignTriggerSchedule } },
  owner: { none: 'The upkeep of triggers requests the Schedule again.' },
} as const satisfies Flow<typeof TRIGGER_SCHEDULE>;

export type TriggerScheduleSteps = Activities<typeof triggerSchedule>;

/** Occurrences of triggers. */
export const triggerFiring = {
  contract: TRIGGER_FIRING,
  // The Schedule of a deleted trigger is deleted, too.
  steps: { main: { fireTrigger, failFiring, alignTriggerSchedule } },
  owner: {
    name: 'trigger firing',
    stale: listStaleFirings,
    end: (deps, firing) => perform(deps, failFiring, firing),
  },
} as const satisfies Flow<typeof TRIGGER_FIRING>;

export type TriggerFiringSteps = Activities<typeof triggerFiring>;
