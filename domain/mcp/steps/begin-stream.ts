import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { sessionInput } from '../schema.ts';
import { nextStream } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Starts a new stream of notifications for the session. The earlier one ends when it notices, on any process. */
export const beginStream = step({
  name: 'mcp.begin_stream',
  input: sessionInput,
  /** Number of the stream, and of the partner's latest change. */
  output: z.object({ stream: z.int(), sequence: z.int() }),
  async run({ db, clock, notifications }, _call, { sessionId }) {
    const begun = await nextStream(db, clock.now(), sessionId);
    notifications.notify(sessionTopic(sessionId));
    return begun;
  },
});
