import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { settle } from '../settle.ts';
import { executionInput } from '../target.ts';

/**
 * Completes an execution in one transaction, unless its last step has done so; returns false when it was not executing.
 */
export const settleExecution = step({
  name: 'executions.settle',
  input: executionInput,
  output: z.boolean(),
  run: (deps, call, reference) => deps.transaction(call, (tx) => settle(tx, deps, call, reference)),
});
