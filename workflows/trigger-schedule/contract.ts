import type { z } from 'zod';
import type { readSchedule } from '../../domain/workflow-triggers/steps/read-schedule.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Signal for a changed row. */
export const SYNC_SIGNAL = 'sync';

/**
 * Identifies a trigger; the key distinguishes it from another with the same number, after a restore of the database.
 */
export type TriggerScheduleInput = z.input<typeof readSchedule.input>;

/** Id of the trigger's Schedule. */
export function triggerScheduleId({ triggerId, rowKey }: TriggerScheduleInput): string {
  return `trigger-${triggerId}-${rowKey.slice(0, 8)}`;
}

/** Brings the Schedule of a trigger in line with its row; at most one run per trigger at a time. */
export const TRIGGER_SCHEDULE = {
  workflow: 'triggerSchedule',
  id: 'trigger-schedule',
  row: 'triggerId',
  command: 'trigger.sync',
  signal: SYNC_SIGNAL,
  hasKeyInId: true,
  start: ({ triggerId, rowKey, partnerId }, publicUrl) => ({
    input: { triggerId, rowKey },
    memo: { link: `${publicUrl}/api/v1/content-workflow/workflow-triggers/${triggerId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Schedule of trigger ${triggerId} of partner ${partnerId}`,
    details:
      'Brings the Schedule in line with the trigger. Safe to cancel or terminate: it is looked after once a day.',
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'trigger.sync', TriggerScheduleInput>;
