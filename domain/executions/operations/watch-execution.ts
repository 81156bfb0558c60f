import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { executionParams } from '../schema.ts';
import { ownExecution } from '../target.ts';
import type { ExecutionSummary } from '../types.ts';

/** Permission to follow an execution's events. */
export const watchExecution = operation({
  name: 'executions.watch',
  permission: 'view_content',
  params: executionParams,
  target: ownExecution,
  input: nothing,
  run: async (_deps, _call, _input, execution): Promise<ExecutionSummary> => execution,
});
