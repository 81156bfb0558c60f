import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { findMessage } from './store.ts';
import type { WriterMessageRow } from './table.ts';

/** The message that a body names. */
export const referencedMessage = references({ message_id: recordId }, async (deps, call, { message_id: id }) => {
  if (id !== undefined) await ownMessage(deps, call, id);
});

/** The caller's message; 404 when there is none, 403 when it is another partner's. */
export async function ownMessage({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<WriterMessageRow> {
  return ownedBy(call, 'Message', await findMessage(db, id), ({ partner_id }) => partner_id);
}
