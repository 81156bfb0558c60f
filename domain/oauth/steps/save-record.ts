import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { moment, recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { saveRecordRow as saveRow } from '../record-store.ts';
import { recordKey } from '../schema.ts';

/** Seals and stores a record of the authorization server until it expires; replaces an earlier one with its id. */
export const saveRecord = step({
  name: 'oauth_records.save',
  input: recordKey.extend({
    grantId: z.string().nullable(),
    uid: z.string().nullable(),
    userId: recordId.nullable(),
    clientId: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    expiresAt: moment,
  }),
  output: z.void(),
  run: ({ db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>, _call, { payload, ...record }) =>
    saveRow(db, clock.now(), { ...record, payload: secrets.seal(JSON.stringify(payload)) }),
});
