import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { deleteRecordsOfGrant } from '../record-store.ts';

/** Removes the records of a kind that were issued under a grant. */
export const deleteGrantRecords = step({
  name: 'oauth_records.delete_of_grant',
  input: z.object({ kind: z.string(), grantId: z.string() }),
  output: z.void(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { kind, grantId }) => deleteRecordsOfGrant(db, kind, grantId),
});
