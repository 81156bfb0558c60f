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
  async run(deps, _call, { executionId }) {
    const moved = await moveExecution(deps.db, deps.clock.now(), executionId, { status: 'planning' });
    deps.notifications.notify(executionTopic(executionId));
    const execution = moved ?? (await findExecution(deps.db, executionId));
    const open = execution?.status === 'planning' || execution?.status === 'executing';
    return { open, sandbox: execution?.sandbox ?? false };
  },
});
