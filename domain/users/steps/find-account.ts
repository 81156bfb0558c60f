import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findActiveUser } from '../store.ts';

/** Someone who may sign in. */
export interface Account {
  userId: number;
  email: string;
}

/** The account of a user; undefined where there is none, or it is not active. */
export async function findAccount(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { userId }: { userId: number },
): Promise<Account | undefined> {
  const user = await findActiveUser(deps.db, { id: userId });
  return user ? { userId, email: user.email } : undefined;
}
