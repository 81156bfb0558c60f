import { z } from 'zod';
import { recordId } from '../kernel/schema.ts';

/** Which challenge a step is about. */
export const challengeInput = z.object({ challengeId: recordId, rowKey: z.string() });

/** Which rehearsal a step is about. */
export const agentDryRunInput = z.object({ dryRunId: recordId, rowKey: z.string() });
