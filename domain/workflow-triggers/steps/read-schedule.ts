import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { CATCH_UP_WINDOW_MS } from '../rules.ts';
import { triggerInput } from '../schema.ts';
import { findTrigger } from '../store.ts';

/** The current schedule of a trigger, for its Temporal Schedule; null: there should be none. */
export const readSchedule = step({
  name: 'workflow_triggers.read_schedule',
  input: triggerInput,
  output: z
    .object({
      cron: z.string(),
      timezone: z.string(),
      active: z.boolean(),
      partnerId: z.int(),
      catchUpMs: z.int(),
    })
    .nullable(),
  async run({ db }, _call, { triggerId, rowKey }) {
    const trigger = await findTrigger(db, triggerId);
    if (trigger?.row_key !== rowKey || trigger.cron === null || trigger.timezone === null) return null;
    const { cron, timezone, active, partner_id: partnerId } = trigger;
    return { cron, timezone, active, partnerId, catchUpMs: CATCH_UP_WINDOW_MS };
  },
});
