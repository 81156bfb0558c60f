import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { deleteGrant, deleteRecordRow } from '../record-store.ts';
import { recordKey } from '../schema.ts';

/** Removes a record; removing a grant removes its codes and refresh tokens, too. */
export const deleteRecord = step({
  name: 'oauth_records.delete',
  input: recordKey,
  output: z.void(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { kind, id }) =>
    kind === 'Grant' ? deleteGrant(db, id) : deleteRecordRow(db, kind, id),
});
