import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { findRecordByUid, findRecordRow } from '../record-store.ts';
import { recordKey } from '../schema.ts';

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
function unsealed({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return undefined;
  }
}
