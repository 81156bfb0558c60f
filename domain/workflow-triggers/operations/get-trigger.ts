import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { triggerParams } from '../schema.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import { ownTrigger } from '../target.ts';

/** One trigger, with what came of its last occurrence. */
export const getTrigger = operation({
  name: 'workflow_triggers.get',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: nothing,
  run: async (_deps, _call, _input, trigger): Promise<WorkflowTriggerRow> => trigger,
});
