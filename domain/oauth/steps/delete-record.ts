import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { deleteGrant, deleteRecordRow } from '../record-store.ts';
import { recordKey } from '../schema.ts';

/** Removes a record; with a grant go the codes and refresh tokens that came of it. */
export const deleteRecord = step({
  name: 'oauth_records.delete',
  input: recordKey,
  output: z.void(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { kind, id }) =>
    kind === 'Grant' ? deleteGrant(db, id) : deleteRecordRow(db, kind, id),
});
