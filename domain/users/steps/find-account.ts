import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { findActiveUser } from '../store.ts';

/** The user, if the user may sign in; null when there is none, or the user or the partner is not active. */
export const findAccount = step({
  name: 'users.find_account',
  input: z.object({ userId: recordId }),
  output: z.object({ email: z.string() }).nullable(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { userId }) => findActiveUser(db, { id: userId }),
});
