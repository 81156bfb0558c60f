import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { deleteGrant, deleteRecordsOfGrant, deleteRecord as deleteRow } from '../record-store.ts';

/** Removes a record; with a grant go the codes and refresh tokens that came of it. */
export function deleteRecord(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { kind, id }: { kind: string; id: string },
): Promise<void> {
  return kind === 'Grant' ? deleteGrant(deps.db, id) : deleteRow(deps.db, kind, id);
}

/** Removes the records of a kind that were issued under a grant. */
export function deleteGrantRecords(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { kind, grantId }: { kind: string; grantId: string },
): Promise<void> {
  return deleteRecordsOfGrant(deps.db, kind, grantId);
}
