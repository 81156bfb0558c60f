import type { Deps } from '../../kernel/deps.ts';
import { executionTopic } from '../rules.ts';
import { findExecution, moveExecution } from '../store.ts';

/** Whether the workflow has work to do. */
export interface Begun {
  open: boolean;
}

/** Moves a pending execution to planning; a repeat finds it open and goes on, a cancelled one is left alone. */
export async function beginExecution(deps: Deps, executionId: number): Promise<Begun> {
  const moved = await moveExecution(deps.db, deps.clock.now(), executionId, { status: 'planning' });
  deps.notifications.notify(executionTopic(executionId));
  if (moved) return { open: true };
  const execution = await findExecution(deps.db, executionId);
  return { open: execution?.status === 'planning' || execution?.status === 'executing' };
}
