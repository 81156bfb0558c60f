import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { endFiring, findFiring } from '../firing-store.ts';
import { lockTrigger, outcomeOf, updateTrigger } from '../store.ts';

/** Ends a pending occurrence whose run was lost or rejected; false when it had ended. */
export const failFiring = step({
  name: 'workflow_triggers.fail_firing',
  input: z.object({ firingId: recordId, rowKey: z.uuid() }),
  output: z.boolean(),
  async run(deps, call, { firingId, rowKey }) {
    const firing = await findFiring(deps.db, firingId, rowKey);
    if (!firing) return false;
    return deps.transaction(call, async (tx) => {
      const trigger = await lockTrigger(tx.em, firing.trigger_id);
      if (!trigger || !(await endFiring(tx.em, tx.now, firingId, { result: 'lost' }))) return false;
      await updateTrigger(tx.em, tx.now, trigger.id, outcomeOf('lost', tx.now, trigger));
      return true;
    });
  },
});
