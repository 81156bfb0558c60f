import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { findUser } from './store.ts';
import type { UserRow } from './table.ts';

/** The user in the path; a user of a partner other than the one in the path is not found. */
export async function userFromPath(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; user_id: number },
): Promise<UserRow> {
  const user = await getUser(deps.db, params.user_id);
  if (user.partner_id !== params.partner_id) throw notFound('User');
  return user;
}

/** A user by number; throws NOT_FOUND. */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user;
}
