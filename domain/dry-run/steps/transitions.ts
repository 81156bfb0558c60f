import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { abandonSession as abandon, applyEntry, closeSession, failWaiting } from '../entries.ts';
import { failureSentence, MAX_WAITING } from '../rules.ts';
import { findEntry, lockSession, selectOpenEntries } from '../store.ts';

/** Shortest wait before an almost expired session is checked again, milliseconds. */
const MIN_WAIT_MS = 1_000;

/**
 * Applies the waiting entries of a session up to the next message and returns that message's id; without one, how long
 * the session still lives. Ends an expired session. `open` is false when the session is over, or a later row has its
 * id.
 */
export const nextEntry = step({
  name: 'dry_run.next',
  input: z.object({ sessionId: recordId, rowKey: z.string() }),
  output: z.object({ open: z.boolean(), entryId: z.int().nullable(), waitMs: z.int() }),
  run: (deps, call, { sessionId, rowKey }) =>
    deps.transaction(call, async (tx) => {
      const over = { open: false, entryId: null, waitMs: 0 };
      let session = await lockSession(tx.em, sessionId);
      if (session?.row_key !== rowKey) return over;
      for (const entry of await selectOpenEntries(tx.em, sessionId, MAX_WAITING)) {
        if (entry.kind === 'message') return { open: true, entryId: entry.id, waitMs: 0 };
        session = await applyEntry(tx, session, entry);
      }
      if (session.status !== 'active') return over;
      const waitMs = session.expires_at.getTime() - tx.now.getTime();
      if (waitMs > 0) return { open: true, entryId: null, waitMs: Math.max(waitMs, MIN_WAIT_MS) };
      await closeSession(tx, session, 'expired');
      return over;
    }),
});

/** Fails an open message for a failure class and releases its credits; false when it had ended. */
export const failMessage = step({
  name: 'dry_run.fail',
  input: z.object({ sessionId: recordId, rowKey: z.string(), entryId: recordId, reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { sessionId, rowKey, entryId, reason }) =>
    deps.transaction(call, async (tx) => {
      const session = await lockSession(tx.em, sessionId);
      const entry = await findEntry(tx.em, entryId);
      if (session?.row_key !== rowKey || entry?.session_id !== sessionId) return false;
      return failWaiting(tx, session, entry, failureSentence(reason));
    }),
});

/**
 * Ends an active session whose workflow is lost: waiting entries fail and are not charged. Returns false when it was
 * over.
 */
export const abandonSession = step({
  name: 'dry_run.abandon',
  input: z.object({ sessionId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { sessionId, rowKey, reason }) =>
    deps.transaction(call, async (tx) => {
      const session = await lockSession(tx.em, sessionId);
      if (session?.row_key !== rowKey || session.status !== 'active') return false;
      await abandon(tx, session, failureSentence(reason));
      return true;
    }),
});
