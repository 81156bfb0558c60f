import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { sessionInput } from '../schema.ts';
import { endSessionRow as endRow } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Ends a session; its streams end, on every process. */
export const endSession = step({
  name: 'mcp.end_session',
  input: sessionInput,
  output: z.void(),
  async run({ db, clock, notifications }, _call, { sessionId }) {
    await endRow(db, clock.now(), sessionId);
    notifications.notify(sessionTopic(sessionId));
  },
});
