import { isUnavailable } from '../../infra/database/port.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { AppError, conflict, notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import { createWakeUp, waitFor } from '../kernel/wait-for.ts';
import { entryTopic } from './rules.ts';
import { FIRST_MESSAGES } from './schema.ts';
import { findEntry, findFollowedEntry, findSession, findSessionByToken, selectTranscript } from './store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow, TranscriptMessage } from './table.ts';

/** The caller's session; 404 when there is none, 403 when it is another partner's. */
export async function ownSession(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { token }: { token: string },
): Promise<DryRunSessionRow> {
  return ownedBy(call, 'Session', await findSessionByToken(db, token), ({ partner_id }) => partner_id);
}

/** Throws CONFLICT for a credential of the other mode: what a session does is charged, or is not, by how it was started. */
export function requireSameMode(session: Pick<DryRunSessionRow, 'sandbox'>, call: Call): void {
  if (session.sandbox === isSandbox(call)) return;
  throw conflict('A session that was started with a sandbox key goes on with one, and others without.');
}

/** The session's entry that an earlier request of the caller created. */
export async function ownEntry({ db }: Pick<Deps, 'db'>, call: Call, madeId: string): Promise<DryRunSessionEntryRow> {
  const entry = await findEntry(db, Number(madeId));
  if (!entry) throw notFound('Message');
  ownedBy(call, 'Session', await findSession(db, entry.session_id), ({ partner_id }) => partner_id);
  return entry;
}

/** A session with a page of its conversation. */
export interface SessionView {
  session: DryRunSessionRow;
  messages: Page<TranscriptMessage>;
  /** Whether the requested change is still waiting. */
  isPending: boolean;
}

/** The current view of a session. */
export async function viewOf(
  { db }: Pick<Deps, 'db'>,
  session: DryRunSessionRow,
  page: PageRequest = FIRST_MESSAGES,
): Promise<SessionView> {
  return { session, messages: await selectTranscript(db, session, page), isPending: false };
}

/**
 * Waits until an entry is processed; returns it as it is then, still open when the wait ends first or the process
 * stops.
 */
export function awaitEntry(deps: Deps, { id }: DryRunSessionEntryRow): Promise<DryRunSessionEntryRow> {
  return waitFor(deps, { topic: entryTopic(id) }, async () => {
    const found = await findFollowedEntry(deps.db, id);
    if (!found) throw notFound('Message');
    return { found, hasEnded: found.status !== 'open' };
  });
}

/** 500 for a failed message. */
export function noReplyError({ error }: DryRunSessionEntryRow): AppError {
  return new AppError('SERVER_ERROR', error ?? 'There is no reply.');
}

/** The session after one of its entries is processed, or the wait has ended. */
export async function viewAfter(deps: Deps, entry: DryRunSessionEntryRow): Promise<SessionView> {
  const { status, session_id } = await awaitEntry(deps, entry);
  const session = await findSession(deps.db, session_id);
  if (!session) throw notFound('Session');
  return { ...(await viewOf(deps, session)), isPending: status === 'open' };
}

/** Longest time to follow a reply, milliseconds: the maximum for a message once it is processed. */
const FOLLOW_LIMIT_MS = 10 * 60_000;
/** Longest delay after a lost wake-up call, milliseconds. */
const POLL_MS = 2_000;

/**
 * Item of a followed reply: the message, pieces of the reply, and last the message as it is then, possibly still
 * without a reply.
 */
export type ReplyPiece =
  | { kind: 'accepted' | 'answered'; entry: DryRunSessionEntryRow }
  | { kind: 'text'; text: string }
  /** Earlier pieces are void: the reply is being rewritten, or a guardrail has withheld it. */
  | { kind: 'restart' };

/**
 * Streams the reply to a message while it is written, until it is finished, the time limit is reached, or the call's
 * signal fires. A reader that leaves does not affect the reply. Throws SERVER_ERROR when the message failed.
 */
export async function* followReply(
  { db, notifications }: Pick<Deps, 'db' | 'notifications'>,
  { signal }: Pick<Call, 'signal'>,
  accepted: DryRunSessionEntryRow,
  limitMs: number = FOLLOW_LIMIT_MS,
): AsyncGenerator<ReplyPiece> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const wakeUp = createWakeUp(patience);
  const unsubscribe = notifications.subscribe(entryTopic(accepted.id), wakeUp.wake);
  const reading = new DraftReading();
  let entry = accepted;
  try {
    yield { kind: 'accepted', entry: accepted };
    for (;;) {
      entry = (await entryNow(db, accepted.id)) ?? entry;
      if (entry.status === 'failed') throw noReplyError(entry);
      const isWhole = entry.reply !== null;
      yield* reading.rest(entry.reply ?? entry.draft ?? '', isWhole);
      if (isWhole || patience.aborted) {
        yield { kind: 'answered', entry };
        return;
      }
      await wakeUp.wait(POLL_MS);
    }
  } finally {
    unsubscribe();
  }
}

/** The current message; undefined while the database is unavailable. */
async function entryNow(db: Db, id: number): Promise<DryRunSessionEntryRow | undefined> {
  try {
    const entry = await findFollowedEntry(db, id);
    if (entry) return entry;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
  throw notFound('Message');
}

/** The part of a reply that one reader has received. */
class DraftReading {
  #seen = '';

  /** The pieces that the reader has not received yet. */
  *rest(written: string, isWhole: boolean): Generator<ReplyPiece> {
    // A new attempt may write the same text again and still be shorter.
    if (!isWhole && this.#seen.startsWith(written)) return;
    if (!written.startsWith(this.#seen)) {
      yield { kind: 'restart' };
      this.#seen = '';
    }
    const text = written.slice(this.#seen.length);
    this.#seen = written;
    if (text !== '') yield { kind: 'text', text };
  }
}
