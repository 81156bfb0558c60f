import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { findActiveUser } from '../store.ts';

/** The user who may sign in; null where there is none, or it or its partner is not active. */
export const findAccount = step({
  name: 'users.find_account',
  input: z.object({ userId: recordId }),
  output: z.object({ email: z.string() }).nullable(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { userId }) => findActiveUser(db, { id: userId }),
});
