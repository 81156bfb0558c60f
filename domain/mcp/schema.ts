import { z } from 'zod';

export const sessionInput = z.object({ sessionId: z.string() });

/** A client's id of its request, or of its progress. */
const token = z.union([z.string(), z.number()]);

/** A recorded call that waits for an execution. */
export const recordedCall = z.object({
  id: z.int(),
  session_id: z.string(),
  request_id: token,
  progress_token: token,
  execution_id: z.int(),
  created_at: z.date(),
});
