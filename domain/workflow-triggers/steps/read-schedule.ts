import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { calendarsOf } from '../calendars.ts';
import { parseCron } from '../cron.ts';
import { CATCH_UP_WINDOW_MS, isReadable } from '../rules.ts';
import { triggerInput } from '../schema.ts';
import { findTrigger } from '../store.ts';

const values = z.array(z.int());
const calendar = z.object({
  years: values,
  months: values,
  days: values,
  weekdays: values,
  hours: values,
  minutes: values,
});

/** The current schedule of a trigger, for its Temporal Schedule; null: there should be none. */
export const readSchedule = step({
  name: 'workflow_triggers.read_schedule',
  input: triggerInput,
  output: z
    .object({
      cron: z.string(),
      timezone: z.string(),
      /** Its moments in UTC; null where the schedule cannot be read. */
      calendars: z.array(calendar).nullable(),
      active: z.boolean(),
      partnerId: z.int(),
      catchUpMs: z.int(),
    })
    .nullable(),
  async run({ db, clock }, _call, { triggerId, rowKey }) {
    const trigger = await findTrigger(db, triggerId);
    if (trigger?.row_key !== rowKey || trigger.cron === null || trigger.timezone === null) return null;
    const { cron, timezone, active, partner_id: partnerId, pause_reason } = trigger;
    if (pause_reason === 'schedule_refused') return null;
    const calendars = isReadable({ cron, timezone }) ? calendarsOf(parseCron(cron), timezone, clock.now()) : null;
    return { cron, timezone, calendars, active, partnerId, catchUpMs: CATCH_UP_WINDOW_MS };
  },
});
