import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { findExecution, moveExecution } from '../store.ts';

/** Moves a pending execution to planning; a repeat finds it open and goes on, a cancelled one is left alone. */
export const beginExecution = step({
  name: 'executions.begin',
  input: executionInput,
  output: z.object({ open: z.boolean() }),
  async run(deps, _call, reference) {
    const moved = await moveExecution(deps.db, deps.clock.now(), reference, { status: 'planning' });
    deps.notifications.notify(executionTopic(reference.executionId));
    if (moved) return { open: true };
    const execution = await findExecution(deps.db, reference);
    return { open: execution?.status === 'planning' || execution?.status === 'executing' };
  },
});
