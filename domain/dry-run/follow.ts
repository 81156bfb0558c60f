import { isUnavailable } from '../../infra/database/port.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { createWakeUp } from '../kernel/wake-up.ts';
import { findEntry } from './entry-store.ts';
import { entryTopic } from './rules.ts';
import type { DryRunEntryRow } from './table.ts';
import { noReply } from './view.ts';

/** A reply is followed for so long: what a message may take once it has its turn, milliseconds. */
const FOLLOW_LIMIT_MS = 10 * 60_000;
/** A lost wake-up call costs no more than this, milliseconds. */
const POLL_MS = 2_000;

/** What one who reads along gets: the message, pieces of the reply, and last the message as it is then, perhaps still without a reply. */
export type ReplyPiece =
  | { kind: 'accepted' | 'answered'; entry: DryRunEntryRow }
  | { kind: 'text'; text: string }
  /** What came before is void: the reply is written anew, or a guardrail has withheld it. */
  | { kind: 'restart' };

/**
 * The reply to a message as it is written, until it is there, takes too long, or the call's signal fires. Whoever leaves changes nothing of
 * it. Throws SERVER_ERROR where there is none.
 */
export async function* followReply(
  { db, notifications }: Pick<Deps, 'db' | 'notifications'>,
  { signal }: Pick<Call, 'signal'>,
  accepted: DryRunEntryRow,
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
      if (entry.status === 'failed') throw noReply(entry);
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

/** The message as it is; undefined while the database cannot be asked, for which nobody need send it again. */
async function entryNow(db: Db, id: number): Promise<DryRunEntryRow | undefined> {
  try {
    const entry = await findEntry(db, id);
    if (entry) return entry;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
  throw notFound('Message');
}

/** What of a reply one reader has got. */
class DraftReading {
  #seen = '';

  /** What the reader has not got yet. */
  *rest(written: string, isWhole: boolean): Generator<ReplyPiece> {
    // An attempt that begins anew may write the same, and not have come as far yet.
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
