import { z } from 'zod';
import type { Sealed } from '../../../infra/secrets/secret-box.ts';
import type { Deps } from '../../kernel/deps.ts';
import { moment, recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { touchClient } from '../client-store.ts';
import {
  consumeRecordRow as consumeRow,
  deleteGrant,
  deleteRecordRow,
  deleteRecordsOfGrant,
  findRecordByUid,
  findRecordRow,
  saveRecordRow,
  saveRecordRow as saveRow,
} from '../record-store.ts';
import { principalClaim, recordKey } from '../schema.ts';

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

const found = z.object({
  payload: z.record(z.string(), z.unknown()),
  /** Seconds since the epoch; null: not used yet. */
  consumedAt: z.int().nullable(),
});

/** A record as it was saved. */
export type FoundRecord = z.output<typeof found>;

/** A record by its id or its uid, expired ones included, or null. */
export const findRecord = step({
  name: 'oauth_records.find',
  input: z.union([recordKey, z.object({ kind: z.string(), uid: z.string() })]),
  output: found.nullable(),
  async run(deps: Pick<Deps, 'db' | 'secrets'>, _call, by) {
    const row = await ('id' in by ? findRecordRow(deps.db, by.kind, by.id) : findRecordByUid(deps.db, by.kind, by.uid));
    const payload = row && unsealed(deps, row.payload);
    if (!payload) return null;
    return { payload, consumedAt: row.consumed_at && Math.floor(row.consumed_at.getTime() / 1000) };
  },
});

/** A record that was sealed with a replaced key counts as missing: people sign in again. */
function unsealed({ secrets }: Pick<Deps, 'secrets'>, sealed: Sealed): Record<string, unknown> | undefined {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return undefined;
  }
}

/** Marks a record as used; false when it was used before. Of any number of concurrent calls, one gets true. */
export const consumeRecord = step({
  name: 'oauth_records.consume',
  input: recordKey,
  output: z.boolean(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { kind, id }) => consumeRow(db, clock.now(), kind, id),
});

/** Removes a record; removing a grant removes its codes and refresh tokens, too. */
export const deleteRecord = step({
  name: 'oauth_records.delete',
  input: recordKey,
  output: z.void(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { kind, id }) =>
    kind === 'Grant' ? deleteGrant(db, id) : deleteRecordRow(db, kind, id),
});

/** Removes the records of a kind that were issued under a grant. */
export const deleteGrantRecords = step({
  name: 'oauth_records.delete_of_grant',
  input: z.object({ kind: z.string(), grantId: z.string() }),
  output: z.void(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { kind, grantId }) => deleteRecordsOfGrant(db, kind, grantId),
});

/**
 * Revokes a verified access token. A user's token ends the whole consent; a client's own token is remembered until it
 * would have expired.
 */
export const revokeToken = step({
  name: 'oauth_tokens.revoke',
  input: z.object({ principal: principalClaim, clientId: z.string(), expiresAt: moment }),
  output: z.void(),
  async run({ db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>, _call, { principal, clientId, expiresAt }) {
    if (principal.kind === 'user_grant') return deleteGrant(db, principal.grantId);
    if (principal.kind !== 'oauth_client') return;
    await saveRecordRow(db, clock.now(), {
      kind: 'RevokedToken',
      id: principal.tokenId,
      grantId: null,
      uid: null,
      userId: null,
      clientId,
      payload: secrets.seal('{}'),
      expiresAt,
    });
    // Processes reload what they cached of the client's tokens.
    await touchClient(db, clientId);
  },
});
