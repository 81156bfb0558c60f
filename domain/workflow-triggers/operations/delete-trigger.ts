import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { syncSchedule } from '../schedule.ts';
import { triggerParams } from '../schema.ts';
import { deleteTriggerRow, lockTrigger } from '../store.ts';
import { ownTrigger } from '../target.ts';

/** Removes a trigger with its Schedule and its list of firings; executions that it started continue. */
export const deleteTrigger = operation({
  name: 'workflow_triggers.delete',
  permission: 'manage_content',
  params: triggerParams,
  target: ownTrigger,
  input: nothing,
  lock: (tx, _call, { id, row_key }) => lockTrigger(tx.em, id, row_key),
  prepare: async (_deps, call, _input, trigger) => requireSameMode(call, trigger),
  async change(tx, { target }): Promise<void> {
    const deleted = await deleteTriggerRow(tx.em, target.id);
    if (!deleted) throw notFound('Workflow trigger');
    syncSchedule(tx, deleted);
  },
  audit: (_output, { target }) => ({ type: 'workflow_trigger', id: target.id }),
});
