import { z } from 'zod';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { step } from '../../kernel/step.ts';
import { planByRule, savedPlan, savePlan, stepsToDo } from '../planning.ts';
import { executionTopic, isOpen } from '../rules.ts';
import { findExecution, keepFound, moveExecution } from '../store.ts';
import { executionInput } from '../target.ts';

const NOT_OPEN = { open: false, sandbox: false };

/**
 * Begins a pending execution: retrieves passages from documents and, where no AI is needed, makes the plan. Otherwise
 * the plan is made later. A repeat finds the begun execution and continues; a cancelled one is left unchanged.
 */
export const beginExecution = step({
  name: 'executions.begin',
  input: executionInput,
  output: z.object({ open: z.boolean(), sandbox: z.boolean(), plan: stepsToDo.optional() }),
  async run(deps, call, reference) {
    const accepted = await findExecution(deps.db, reference);
    if (!accepted || !isOpen(accepted.status)) return NOT_OPEN;
    // Before the transaction, since a search takes time.
    const found = accepted.lookup && (await deps.capabilities.retrieve(deps, accepted.lookup));
    return deps.transaction(call, async (tx) => {
      if (found) await keepFound(tx.em, accepted.id, found);
      const begun = await moveExecution(tx.em, tx.now, reference, { status: 'planning' });
      if (begun) {
        tx.emit(resourceUpdated(begun.partner_id, 'executions', begun.id));
        tx.notify(executionTopic(begun.id));
      }
      const execution = begun ?? (await findExecution(tx.em, reference));
      if (!execution || !isOpen(execution.status)) return NOT_OPEN;
      const { sandbox } = execution;
      const ruled = execution.status === 'planning' ? await planByRule(deps.capabilities, tx.em, execution) : null;
      if (execution.status === 'planning' && !ruled) return { open: true, sandbox };
      const plan = ruled ? await savePlan(tx, execution, ruled) : await savedPlan(tx.em, reference);
      return plan ? { open: true, sandbox, plan } : NOT_OPEN;
    });
  },
});
