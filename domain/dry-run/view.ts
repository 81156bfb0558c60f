import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { findEntry } from './entry-store.ts';
import { entryTopic } from './rules.ts';
import { FIRST_MESSAGES } from './schema.ts';
import { findSession } from './session-store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from './table.ts';
import { selectTranscript } from './transcript-store.ts';
import type { TranscriptMessage } from './types.ts';

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
export function awaitEntry(
  deps: Deps,
  { id }: DryRunSessionEntryRow,
  limitMs?: number,
): Promise<DryRunSessionEntryRow> {
  return waitFor(deps, { topic: entryTopic(id), limitMs }, async () => {
    const found = await findEntry(deps.db, id);
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
