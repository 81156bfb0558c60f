import type { Tx } from '../kernel/deps.ts';
import { closeSession } from './close.ts';
import { finishEntry, nextNumber } from './entry-store.ts';
import { entryTopic } from './rules.ts';
import { updateSession } from './session-store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from './table.ts';

/**
 * Applies an open entry other than a message, in a session whose row is locked and that has nothing waiting before it;
 * returns the changed session.
 */
export async function applyEntry(
  tx: Tx,
  session: DryRunSessionRow,
  { id, kind, persona }: DryRunSessionEntryRow,
): Promise<DryRunSessionRow> {
  await finishEntry(tx.em, tx.now, id);
  tx.notify(entryTopic(id));
  if (kind === 'end') {
    await closeSession(tx, session, 'ended');
    return { ...session, status: 'ended' };
  }
  const change = kind === 'reset' ? { reset_at_entry: await nextNumber(tx.em) } : { persona };
  await updateSession(tx.em, tx.now, session.id, change);
  return { ...session, ...change };
}
