import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findEntry } from './entry-store.ts';
import { findSession, findSessionByToken } from './session-store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from './table.ts';

/** The caller's session; 404 when there is none, 403 when it is another partner's. */
export async function ownSession(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { token }: { token: string },
): Promise<DryRunSessionRow> {
  return ownedBy(call, 'Session', await findSessionByToken(db, token), ({ partner_id }) => partner_id);
}

/** The session's entry that an earlier request of the caller created. */
export async function ownEntry({ db }: Pick<Deps, 'db'>, call: Call, madeId: string): Promise<DryRunSessionEntryRow> {
  const entry = await findEntry(db, Number(madeId));
  if (!entry) throw notFound('Message');
  ownedBy(call, 'Session', await findSession(db, entry.session_id), ({ partner_id }) => partner_id);
  return entry;
}
