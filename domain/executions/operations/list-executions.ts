import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listExecutionsQuery } from '../schema.ts';
import { listExecutions as listRows } from '../store.ts';

/** The partner's executions, newest first. */
export const listExecutions = operation({
  name: 'executions.list',
  permission: 'view_content',
  params: nothing,
  input: listExecutionsQuery,
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query, query),
});
