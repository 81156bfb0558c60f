import { operation } from '../../kernel/operation.ts';
import { listFirings as listRows } from '../firing-store.ts';
import { listTriggersQuery, triggerParams } from '../schema.ts';
import { ownTrigger } from '../target.ts';

/** What came of each occurrence of a trigger, newest first. */
export const listFirings = operation({
  name: 'workflow_triggers.list_firings',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: listTriggersQuery,
  run: (deps, _call, page, trigger) => listRows(deps.db, trigger.id, page),
});
