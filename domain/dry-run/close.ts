import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import { failEntry, selectOpenEntries } from './entry-store.ts';
import { creditReference, entryTopic, MAX_WAITING } from './rules.ts';
import { endSessionRow } from './session-store.ts';
import { summarize } from './summary.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow, SessionStatus } from './table.ts';
import { countHits, readFigures } from './transcript-store.ts';

/** Ends an active session whose row is locked, and saves its summary. */
export async function closeSession(
  tx: Tx,
  session: DryRunSessionRow,
  status: Exclude<SessionStatus, 'active'>,
): Promise<void> {
  const figures = await readFigures(tx.em, session.id);
  const summary = summarize(session, figures, await countHits(tx.em, session.id), tx.now);
  await endSessionRow(tx.em, tx.now, session.id, { status, summary });
  tx.audit({ type: 'dry_run_session', id: session.id, partnerId: session.partner_id, details: { status } });
}

/** Fails an open entry of a session whose row is locked and releases its credits; false when it had ended. */
export async function failWaiting(
  tx: Tx,
  { partner_id }: DryRunSessionRow,
  entry: DryRunSessionEntryRow,
  error: string,
): Promise<boolean> {
  if (!(await failEntry(tx.em, tx.now, entry.id, truncate(error, 500)))) return false;
  await settleHold(tx, { partnerId: partner_id, reference: creditReference(entry), used: 0 });
  tx.notify(entryTopic(entry.id));
  return true;
}

/** Ends an active session whose row is locked and whose workflow is lost, and fails its waiting entries. */
export async function abandonSession(tx: Tx, session: DryRunSessionRow, error: string): Promise<void> {
  for (const entry of await selectOpenEntries(tx.em, session.id, MAX_WAITING))
    await failWaiting(tx, session, entry, error);
  await closeSession(tx, session, 'expired');
}
