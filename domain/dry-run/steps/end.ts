import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { abandonSession as abandon, failWaiting } from '../close.ts';
import { findEntry } from '../entry-store.ts';
import { failureSentence } from '../failure.ts';
import { lockSession } from '../session-store.ts';

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
