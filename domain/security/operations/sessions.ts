import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound, notYours } from '../../kernel/errors.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery, recordId } from '../../kernel/schema.ts';
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  type SessionRow,
  selectSessions,
} from '../../oauth/session-store.ts';

/** Lists where the person is signed in, the last used first. */
export const listSessions = operation({
  name: 'sessions.list',
  permission: 'console',
  params: nothing,
  input: z.object(pageQuery()),
  run: ({ db, clock }, { actor }, query): Promise<Page<SessionRow>> => {
    const { userId, console } = consolePersonOf(actor);
    return selectSessions(db, clock.now(), { userId, grantRow: console.grantId }, query);
  },
});

/** Ends a session; its refresh tokens and access tokens are refused from the next request on. */
export const endSession = operation({
  name: 'sessions.end',
  permission: 'console',
  params: z.object({ id: recordId.describe('Id of the session.') }),
  target: ownSession,
  input: nothing,
  change: (tx, { target }) => deleteSession(tx.em, target.id),
  audit: (_output, { target: { id, device } }) => ({ type: 'user_session', id, details: { device } }),
});

/** Ends all sessions of the person but the one that asks. */
export const endOtherSessions = operation({
  name: 'sessions.end_others',
  permission: 'console',
  params: nothing,
  input: nothing,
  async change(tx, { call }) {
    const { userId, console } = consolePersonOf(call.actor);
    const ended = await deleteOtherSessions(tx.em, userId, console.grantId);
    if (ended === 0) tx.unchanged();
    return { userId, ended };
  },
  audit: ({ userId, ended }) => ({ type: 'user', id: userId, details: { sessions_ended: ended } }),
});

/** The caller's own session; 404 when there is none, 403 when it is another person's. */
async function ownSession(deps: Deps, { actor }: Call, { id }: { id: number }): Promise<SessionRow> {
  const { userId, console } = consolePersonOf(actor);
  const session = await findSession(deps.db, deps.clock.now(), id, console.grantId);
  if (!session) throw notFound('Session');
  if (session.user_id !== userId) throw notYours('Session');
  return session;
}
