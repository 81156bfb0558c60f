import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { consumeRecordRow as consumeRow } from '../record-store.ts';
import { recordKey } from '../schema.ts';

/** Marks a record as used; false when it was used before. Of any number of concurrent calls, one gets true. */
export const consumeRecord = step({
  name: 'oauth_records.consume',
  input: recordKey,
  output: z.boolean(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { kind, id }) => consumeRow(db, clock.now(), kind, id),
});
