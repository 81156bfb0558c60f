import { z } from 'zod';
import { ownAgent, referencedAgent } from '../../agents/target.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { recordId } from '../../kernel/schema.ts';
import { sessionListQuery, sessionParams, sessionQuery } from '../schema.ts';
import { ownEntry, ownSession, viewOf } from '../session.ts';
import { selectSessions } from '../store.ts';

/** One session with a page of its transcript. */
export const getSession = operation({
  name: 'dry_run.get_session',
  permission: 'view_companies',
  params: sessionParams,
  target: ownSession,
  input: sessionQuery,
  run: (deps, _call, page, session) => viewOf(deps, session, page),
});

/** One message of a session, with its reply once there is one. */
export const getDryRunMessage = readOperation({
  name: 'dry_run.get_message',
  permission: 'view_companies',
  params: z.object({ id: recordId }),
  target: (deps, call, { id }) => ownEntry(deps, call, String(id)),
});

/** The partner's sessions, newest first, without transcripts. */
export const listSessions = operation({
  name: 'dry_run.list_sessions',
  permission: 'view_companies',
  params: nothing,
  references: referencedAgent,
  input: sessionListQuery,
  async run(deps, call, query) {
    if (query.agent_id !== undefined) await ownAgent(deps, call, { id: query.agent_id });
    return selectSessions(deps.db, partnerOf(call), query);
  },
});
