import type { Capability } from '../../capabilities/types.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { selectFirings } from '../firing-store.ts';
import { firingsQuery, listTriggersQuery, triggerParams, triggerQuery } from '../schema.ts';
import { selectTriggers, shownAt } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import { ownTrigger, settingsOfTarget } from '../target.ts';

/** A trigger, and what its target takes where that was asked for; undefined where the target is no longer in the catalogue. */
export type TriggerWithForm = WorkflowTriggerRow & { settings?: Capability['settings'] | undefined };

/** A trigger with the result of its last occurrence. */
export const getTrigger = operation({
  name: 'workflow_triggers.get',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: triggerQuery,
  run: async ({ clock, capabilities }, _call, { include }, trigger): Promise<TriggerWithForm> => ({
    ...shownAt(clock.now(), trigger),
    ...(include !== undefined && { settings: settingsOfTarget(capabilities, trigger) }),
  }),
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
