import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { pauseTrigger } from '../schedule.ts';
import { triggerInput } from '../schema.ts';
import { lockTrigger } from '../store.ts';

/** Pauses a trigger whose schedule cannot be read, or whose times the engine does not take; false when it is gone. */
export const refuseSchedule = step({
  name: 'workflow_triggers.refuse_schedule',
  input: triggerInput,
  output: z.boolean(),
  run: (deps, call, { triggerId, rowKey }) =>
    deps.transaction(call, async (tx) => {
      const trigger = await lockTrigger(tx.em, triggerId, rowKey);
      if (trigger) await pauseTrigger(tx, trigger, 'schedule_refused');
      return trigger !== null;
    }),
});
