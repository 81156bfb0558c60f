import { isUnavailable } from '../../infra/database/port.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { createWakeUp } from '../kernel/wait-for.ts';
import { findEntry } from './entry-store.ts';
import { entryTopic } from './rules.ts';
import type { DryRunSessionEntryRow } from './table.ts';
import { noReplyError } from './view.ts';

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
    const entry = await findEntry(db, id);
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
