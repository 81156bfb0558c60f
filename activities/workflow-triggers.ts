import type { Deps } from '../domain/kernel/deps.ts';
import { failFiring } from '../domain/workflow-triggers/steps/fail-firing.ts';
import { fireTrigger } from '../domain/workflow-triggers/steps/fire-trigger.ts';
import { readSchedule } from '../domain/workflow-triggers/steps/read-schedule.ts';
import type { OwnedSchedule } from '../infra/temporal/owned-schedule.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { TRIGGER_FIRING_WORKFLOW, type TriggerFiringActivities } from '../workflows/trigger-firing/contract.ts';
import { type TriggerScheduleActivities, triggerScheduleId } from '../workflows/trigger-schedule/contract.ts';
import { activity } from './activity.ts';

/** Brings the Schedule of that id in line. */
type Align = (scheduleId: string, wanted: OwnedSchedule | null) => Promise<void>;

/** What triggers ask. */
export function createTriggerActivities(deps: Deps, align: Align): TriggerFiringActivities & TriggerScheduleActivities {
  const read = activity(deps, readSchedule);
  return {
    fireTrigger: activity(deps, fireTrigger),
    failFiring: activity(deps, failFiring),
    async alignTriggerSchedule(trigger) {
      const { triggerId } = trigger;
      const wanted = await read(trigger);
      await align(
        triggerScheduleId(trigger),
        wanted && {
          cron: wanted.cron,
          timezone: wanted.timezone,
          paused: !wanted.active,
          catchUpMs: wanted.catchUpMs,
          workflowType: TRIGGER_FIRING_WORKFLOW,
          workflowId: `${triggerScheduleId(trigger)}-firing`,
          taskQueue: MAIN_QUEUE,
          args: [trigger],
          memo: {},
          keywords: { MwPartnerId: String(wanted.partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
          summary: `Trigger ${triggerId} of partner ${wanted.partnerId}, by its schedule`,
          note: `Schedule of trigger ${triggerId} of partner ${wanted.partnerId}. Pause it by the trigger's toggle; what is changed here is changed back.`,
        },
      );
    },
  };
}
