import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listTriggersQuery } from '../schema.ts';
import { listTriggers as listRows } from '../store.ts';

/** The partner's triggers, newest first. */
export const listTriggers = operation({
  name: 'workflow_triggers.list',
  permission: 'view_content',
  params: nothing,
  input: listTriggersQuery,
  run: (deps, call, page) => listRows(deps.db, partnerOf(call), page),
});
