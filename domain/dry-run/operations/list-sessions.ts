import { ownAgent } from '../../agents/target.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { sessionListQuery } from '../schema.ts';
import { listSessions as listRows } from '../session-store.ts';

/** The partner's sessions, newest first, without what was said. */
export const listSessions = operation({
  name: 'dry_run.list_sessions',
  permission: 'view_companies',
  params: nothing,
  input: sessionListQuery,
  async run(deps, call, query) {
    if (query.agent_id !== undefined) await ownAgent(deps, call, { id: query.agent_id });
    return listRows(deps.db, partnerOf(call), query);
  },
});
