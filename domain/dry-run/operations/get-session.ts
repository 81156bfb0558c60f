import { operation } from '../../kernel/operation.ts';
import { sessionParams, sessionQuery } from '../schema.ts';
import { ownSession } from '../target.ts';
import { viewOf } from '../view.ts';

/** One session with a page of its transcript. */
export const getSession = operation({
  name: 'dry_run.get_session',
  permission: 'view_companies',
  params: sessionParams,
  target: ownSession,
  input: sessionQuery,
  run: (deps, _call, page, session) => viewOf(deps, session, page),
});
