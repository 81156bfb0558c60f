import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { sessionInput } from '../schema.ts';
import { setLogLevel as setRow } from '../session-store.ts';
import { LOG_LEVELS } from '../table.ts';

/** Sets the lowest level of log messages that a session receives. */
export const setLogLevel = step({
  name: 'mcp.set_log_level',
  input: sessionInput.extend({ level: z.enum(LOG_LEVELS) }),
  output: z.void(),
  run: ({ db }, _call, { sessionId, level }) => setRow(db, sessionId, level),
});
