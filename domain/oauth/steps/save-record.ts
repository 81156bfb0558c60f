import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { saveRecord as saveRow } from '../record-store.ts';

/** Something that the authorization server keeps for a time. */
export interface RecordToSave {
  kind: string;
  id: string;
  grantId: string | null;
  uid: string | null;
  userId: number | null;
  clientId: string | null;
  payload: object;
  expiresAt: Date;
}

/** Keeps a record, sealed, in place of an earlier one of its id. */
export function saveRecord(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  _call: Call,
  { payload, ...record }: RecordToSave,
): Promise<void> {
  return saveRow(deps.db, deps.clock.now(), { ...record, payload: deps.secrets.seal(JSON.stringify(payload)) });
}
