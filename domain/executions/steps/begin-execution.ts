import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { findExecution, moveExecution } from '../store.ts';

/** Moves a pending execution to planning; a repeat finds it open and goes on, a cancelled one is left alone. */
export const beginExecution = step({
  name: 'executions.begin',
  input: executionInput,
  output: z.object({ open: z.boolean(), sandbox: z.boolean() }),
  async run(deps, _call, reference) {
    const moved = await moveExecution(deps.db, deps.clock.now(), reference, { status: 'planning' });
    deps.notifications.notify(executionTopic(reference.executionId));
    const execution = moved ?? (await findExecution(deps.db, reference));
    const open = execution?.status === 'planning' || execution?.status === 'executing';
    return { open, sandbox: execution?.sandbox ?? false };
  },
});
