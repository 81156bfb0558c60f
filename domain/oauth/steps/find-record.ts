import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findRecordByUid, findRecord as findRow } from '../record-store.ts';

/** A record as it was saved. */
export interface FoundRecord {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
}

/** A record by its id, or its other id, expired ones too; undefined when there is none. */
export async function findRecord(
  deps: Pick<Deps, 'db' | 'secrets'>,
  _call: Call,
  { kind, ...by }: { kind: string } & ({ id: string } | { uid: string }),
): Promise<FoundRecord | undefined> {
  const row = await ('id' in by ? findRow(deps.db, kind, by.id) : findRecordByUid(deps.db, kind, by.uid));
  const payload = row && unsealed(deps, row.payload);
  return payload && { payload, consumedAt: row.consumed_at };
}

/** What was sealed under a key that has been replaced is as good as gone: people sign in again. */
function unsealed({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return undefined;
  }
}
