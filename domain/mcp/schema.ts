import { z } from 'zod';

/** Which session a step is about. */
export const sessionInput = z.object({ sessionId: z.string() });

/** What a client calls its request, or its progress. */
const token = z.union([z.string(), z.number()]);

/** A call that waits for an execution, as it was written down. */
export const recordedCall = z.object({
  id: z.int(),
  session_id: z.string(),
  request_id: token,
  progress_token: token,
  execution_id: z.int(),
  created_at: z.date(),
});
