import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { touchSession } from '../session-store.ts';

/** Saves that a session is in use, and the position up to which it was notified of changes, if given. */
export const keepSession = step({
  name: 'mcp.keep_session',
  input: z.object({ session: z.object({ id: z.string(), partner_id: z.int() }), position: z.int().optional() }),
  output: z.void(),
  run: ({ db, clock }, _call, { session, position }) => touchSession(db, clock.now(), session, position ?? null),
});
