import { ownAgent } from '../../agents/target.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { listExecutionsQuery } from '../schema.ts';
import { findTriggerOwner, listExecutions as listRows } from '../store.ts';

/** The partner's executions, newest first. */
export const listExecutions = operation({
  name: 'executions.list',
  permission: 'view_content',
  params: nothing,
  input: listExecutionsQuery,
  run: async (deps, call, query) => {
    if (query.agent_id !== undefined) await ownAgent(deps, call, { id: query.agent_id });
    if (query.trigger_id !== undefined) {
      const owner = await findTriggerOwner(deps.db, query.trigger_id);
      ownedBy(call, 'Workflow trigger', owner, ({ partner_id }) => partner_id);
    }
    return listRows(deps.db, partnerOf(call), query, query);
  },
});
