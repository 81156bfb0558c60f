import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { applyEntry } from '../apply-entry.ts';
import { closeSession } from '../close.ts';
import { selectOpenEntries } from '../entry-store.ts';
import { MAX_WAITING } from '../rules.ts';
import { lockSession } from '../session-store.ts';

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
