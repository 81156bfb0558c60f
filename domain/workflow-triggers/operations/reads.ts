import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { selectFirings } from '../firing-store.ts';
import { firingsQuery, listTriggersQuery, triggerParams } from '../schema.ts';
import { selectTriggers, shownAt } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import { ownTrigger } from '../target.ts';

/** A trigger with the result of its last occurrence. */
export const getTrigger = operation({
  name: 'workflow_triggers.get',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: nothing,
  run: async ({ clock }, _call, _input, trigger): Promise<WorkflowTriggerRow> => shownAt(clock.now(), trigger),
});

/** A trigger's occurrences with their results, newest first. */
export const listFirings = operation({
  name: 'workflow_triggers.list_firings',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: firingsQuery,
  run: (deps, _call, page, trigger) => selectFirings(deps.db, trigger.id, page),
});

/** The partner's triggers, newest first. */
export const listTriggers = operation({
  name: 'workflow_triggers.list',
  permission: 'view_content',
  params: nothing,
  input: listTriggersQuery,
  async run({ db, clock }, call, page) {
    const found = await selectTriggers(db, partnerOf(call), page);
    return { ...found, rows: found.rows.map((trigger) => shownAt(clock.now(), trigger)) };
  },
});
