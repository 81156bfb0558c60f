import { z } from 'zod';
import { findCapability } from '../../capabilities/catalogue/index.ts';
import { onlyPlan } from '../../capabilities/plan.ts';
import { resourceUpdated } from '../../kernel/change-notices.ts';
import { step } from '../../kernel/step.ts';
import { lookUp } from '../../knowledge-bases/material.ts';
import { executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { findExecution, keepPassages, moveExecution } from '../store.ts';
import type { ExecutionRow } from '../table.ts';

/**
 * Moves a pending execution to planning and looks up what it is told from documents; a repeat finds it open and goes on, a cancelled one is
 * left alone.
 */
export const beginExecution = step({
  name: 'executions.begin',
  input: executionInput,
  output: z.object({ open: z.boolean(), sandbox: z.boolean(), isPlannedByRule: z.boolean() }),
  async run(deps, call, reference) {
    const moved = await deps.transaction(call, async (tx) => {
      const begun = await moveExecution(tx.em, tx.now, reference, { status: 'planning' });
      if (!begun) return null;
      tx.announce(resourceUpdated(begun.partner_id, 'executions', begun.id));
      tx.notify(executionTopic(begun.id));
      return begun;
    });
    const execution = moved ?? (await findExecution(deps.db, reference));
    const open = execution?.status === 'planning' || execution?.status === 'executing';
    if (open && execution.lookup) {
      await keepPassages(deps.db, execution.id, await lookUp(deps, execution.lookup));
    }
    return { open, sandbox: execution?.sandbox ?? false, isPlannedByRule: open && hasOnePlan(execution) };
  },
});

/** Whether nothing has to be asked for its plan: a template is one, and what can only be one step is planned by rule. */
function hasOnePlan({ template_slug, capability: slug, settings }: ExecutionRow): boolean {
  if (template_slug !== null) return true;
  const capability = findCapability(slug);
  return capability !== undefined && onlyPlan(capability, settings) !== null;
}
