import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findMessage } from './store.ts';
import type { WriterMessageRow } from './table.ts';

/** The caller's message; 404 when there is none, 403 when it is another partner's. */
export async function ownMessage({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<WriterMessageRow> {
  return ownedBy(call, 'Message', await findMessage(db, id), ({ partner_id }) => partner_id);
}
