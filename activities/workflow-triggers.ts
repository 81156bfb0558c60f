import { isDeepStrictEqual } from 'node:util';
import { getClient } from '@temporalio/activity';
import type { z } from 'zod';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { failFiring, fireTrigger } from '../domain/workflow-triggers/steps/fire-trigger.ts';
import { listStaleFirings } from '../domain/workflow-triggers/steps/housekeeping.ts';
import { readSchedule } from '../domain/workflow-triggers/steps/read-schedule.ts';
import { refuseSchedule } from '../domain/workflow-triggers/steps/refuse-schedule.ts';
import { CommandRefused } from '../infra/temporal/engine.ts';
import { alignSchedule, type DeclaredSchedule, deleteSchedule } from '../infra/temporal/schedules.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { TRIGGER_FIRING } from '../workflows/trigger-firing/contract.ts';
import {
  TRIGGER_SCHEDULE,
  type TriggerScheduleInput,
  triggerScheduleId,
} from '../workflows/trigger-schedule/contract.ts';
import { activity } from './activity.ts';
import type { Activities, Flow } from './flow.ts';

/** What came of aligning a Schedule; `refused`: why its trigger was paused. */
interface Alignment {
  refused: 'unreadable' | 'by_the_engine' | null;
}

/**
 * Creates, changes, pauses or deletes the Schedule of a trigger to match its row. The row is read again at the end: an attempt that the
 * engine has given up may go on beside a later one, and must not bring back what the trigger was before.
 */
function alignTriggerSchedule(deps: Deps) {
  const read = activity(deps, readSchedule);
  const refuse = activity(deps, refuseSchedule);
  return async (trigger: TriggerScheduleInput): Promise<Alignment> => {
    const id = triggerScheduleId(trigger);
    let wanted = await read(trigger);
    for (;;) {
      const refused = wanted && (await align(trigger, id, wanted));
      if (refused) await refuse(trigger);
      if (!wanted || refused) await deleteSchedule(getClient(), id);
      if (refused) return { refused };
      const current = await read(trigger);
      if (isDeepStrictEqual(current, wanted)) return { refused: null };
      wanted = current;
    }
  };
}

/** Returns why there can be no such Schedule. */
async function align(
  trigger: TriggerScheduleInput,
  id: string,
  { cron, timezone, calendars, active, partnerId, catchUpMs }: NonNullable<z.output<typeof readSchedule.output>>,
): Promise<Alignment['refused']> {
  if (!calendars) return 'unreadable';
  const { triggerId } = trigger;
  const declared: DeclaredSchedule = {
    id,
    calendars,
    paused: !active,
    catchUpMs,
    // Each run lasts milliseconds. The database decides which executions may overlap.
    overlap: 'ALLOW_ALL',
    workflowType: TRIGGER_FIRING.workflow,
    workflowId: `${id}-firing`,
    taskQueue: MAIN_QUEUE,
    args: [trigger],
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Trigger ${triggerId} of partner ${partnerId}, by its schedule`,
    note: `Schedule of trigger ${triggerId} of partner ${partnerId}: ${cron} in ${timezone}, as times in UTC. Pause it by the trigger's toggle; what is changed here is changed back.`,
  };
  try {
    await alignSchedule(getClient(), declared);
    return null;
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    // Anything else in it, such as keywords that are not registered yet, is refused without its times, too.
    await alignSchedule(getClient(), { ...declared, calendars: [], paused: true });
    return 'by_the_engine';
  }
}

/** Schedules of triggers. */
export const triggerSchedule = {
  contract: TRIGGER_SCHEDULE,
  steps: { main: { alignTriggerSchedule } },
  owner: { none: 'The housekeeping of triggers requests the Schedule again.' },
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
