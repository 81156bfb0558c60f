import { type Hold, holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import { workChanged } from '../kernel/change-events.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError, conflict, notFound, preconditionFailed } from '../kernel/errors.ts';
import { limitReached } from '../kernel/limits.ts';
import { truncate } from '../kernel/words.ts';
import { countHits, readFigures } from './figures-store.ts';
import {
  creditReference,
  DRY_RUN_SESSION_CAPABILITY,
  entryTopic,
  expiryFrom,
  MAX_WAITING,
  maxReplyPrice,
  sessionIsOver,
  statusAt,
  summarize,
} from './rules.ts';
import {
  countMessages,
  endSessionRow,
  failEntry,
  findMessage,
  finishEntry,
  followMessage,
  insertEntry,
  lockSession,
  type NewEntry,
  nextNumber,
  reopenMessage,
  selectOpenEntries,
  updateSession,
} from './store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow, SessionStatus } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    /** An entry was added to a session. */
    'dry_run.wake': { sessionId: number; rowKey: string; partnerId: number; sandbox: boolean; requestId: string };
  }
}

const RETRY_SECONDS = 5;

/** A message to the agent. */
export interface NewMessage {
  message: string;
  clientId: string | null;
  /** Id of the entry that a repeated request created. */
  entryId?: number;
  /** Whether the caller reads the reply while it is written. Ignored when writing has begun without that. */
  isFollowed?: boolean;
}

/**
 * Accepts a message: holds the price of the longest reply and enqueues the reply. The same client id and text again
 * return the existing entry. Throws CONFLICT for a session that is over, PRECONDITION_FAILED for a blank text, CONFLICT
 * for another text with the same client id, RATE_LIMITED when too many are waiting, DAILY_CREDIT_LIMIT_EXCEEDED and
 * NO_CREDITS.
 */
export function acceptMessage(
  deps: Deps,
  call: Call,
  sessionId: number,
  { message, clientId, entryId, isFollowed = false }: NewMessage,
): Promise<DryRunSessionEntryRow> {
  const row_key = deps.ids.uuid();
  return deps.transaction(call, async (tx) => {
    const { session, waiting } = await lockActiveSession(tx, sessionId);
    if (message === '') throw preconditionFailed('The message is empty.', { message: ['Must not be empty.'] });
    const known = await findMessage(tx.em, sessionId, { clientId, entryId });
    if (known && known.content !== message) throw conflict('Another text was sent under this client_message_id.');
    if (known && isFollowed) await followMessage(tx.em, known.id);
    if (known && known.status !== 'failed') return known;
    requireCapacity(waiting);
    const most = deps.limits.session_messages;
    if (!known && (await countMessages(tx.em, sessionId)) >= most)
      throw conflict(limitReached('session_messages', most));
    const newEntry = { kind: 'message', session_id: sessionId, content: message, client_message_id: clientId } as const;
    const entry = known
      ? await reopenMessage(tx.em, known.id)
      : await insertEntry(tx.em, tx.now, { ...newEntry, row_key, holds: 1, is_followed: isFollowed });
    await keepAlive(tx, session, entry);
    // A repeat with a client id finds the entry by it, and reopens it if it failed.
    if (clientId === null && !known) tx.made({ type: 'dry_run_entry', id: entry.id });
    wake(tx, call, session);
    holdCredits(tx, holdOf(call, session, entry));
    return entry;
  });
}

/**
 * Accepts an entry other than a message. It is applied at once when nothing is waiting before it, else in turn. Throws
 * CONFLICT for a session that is over, PRECONDITION_FAILED for one that has changed, RATE_LIMITED when too many are waiting.
 */
export function acceptChange(
  deps: Deps,
  call: Call,
  sessionId: number,
  change: Pick<NewEntry, 'kind' | 'persona'>,
): Promise<DryRunSessionEntryRow> {
  const row_key = deps.ids.uuid();
  return deps.transaction(call, async (tx) => {
    const { session, waiting } = await lockActiveSession(tx, sessionId);
    await call.precondition?.(tx.em);
    requireCapacity(waiting);
    const entry = await insertEntry(tx.em, tx.now, { ...change, session_id: sessionId, row_key });
    await keepAlive(tx, session, entry);
    tx.made({ type: 'dry_run_entry', id: entry.id });
    const isNext = waiting.length === 0;
    if (isNext) await applyEntry(tx, session, entry);
    // The workflow processes waiting entries and the end of the session; otherwise it has nothing to do.
    if (!isNext || entry.kind === 'end') wake(tx, call, session);
    return entry;
  });
}

/** Locks an active session and reads its waiting entries. */
async function lockActiveSession(
  tx: Tx,
  id: number,
): Promise<{ session: DryRunSessionRow; waiting: DryRunSessionEntryRow[] }> {
  const session = await lockSession(tx.em, id);
  if (!session) throw notFound('Session');
  const status = statusAt(session, tx.now);
  const waiting = await selectOpenEntries(tx.em, id, MAX_WAITING);
  // A session with waiting entries does not expire.
  if (session.status !== 'active' || (status !== 'active' && waiting.length === 0)) {
    throw sessionIsOver(status === 'active' ? 'expired' : status);
  }
  if (waiting.some(({ kind }) => kind === 'end')) throw sessionIsOver('ended');
  return { session, waiting };
}

function requireCapacity({ length }: readonly DryRunSessionEntryRow[]): void {
  if (length < MAX_WAITING) return;
  throw new AppError('RATE_LIMITED', `${MAX_WAITING} things wait in this session already.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** For every entry: extends the session's lifetime and writes the audit line. */
async function keepAlive(tx: Tx, session: DryRunSessionRow, { id, kind }: DryRunSessionEntryRow): Promise<void> {
  await updateSession(tx.em, tx.now, session.id, { expires_at: expiryFrom(tx.now) });
  tx.audit({ type: 'dry_run_session', id: session.id, details: { entry: id, kind } });
}

/** Wakes the session's workflow. */
export function wake(
  tx: Tx,
  { requestId }: Call,
  { id, row_key, partner_id, sandbox }: Pick<DryRunSessionRow, 'id' | 'row_key' | 'partner_id' | 'sandbox'>,
): void {
  tx.enqueue({ kind: 'dry_run.wake', sessionId: id, rowKey: row_key, partnerId: partner_id, sandbox, requestId });
}

function holdOf(call: Call, { rate }: DryRunSessionRow, entry: DryRunSessionEntryRow): Hold {
  return holdFor(call, {
    amount: maxReplyPrice(rate),
    reference: creditReference(entry),
    capability: DRY_RUN_SESSION_CAPABILITY,
  });
}

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
  tx.emit(workChanged(partner_id, 'dry-run-message', entry.id));
  return true;
}

/** Ends an active session whose row is locked and whose workflow is lost, and fails its waiting entries. */
export async function abandonSession(tx: Tx, session: DryRunSessionRow, error: string): Promise<void> {
  for (const entry of await selectOpenEntries(tx.em, session.id, MAX_WAITING))
    await failWaiting(tx, session, entry, error);
  await closeSession(tx, session, 'expired');
}
