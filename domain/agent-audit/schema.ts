import { z } from 'zod';
import { recordId } from '../kernel/schema.ts';

/** Identifies a challenge in the input of steps. */
export const challengeInput = z.object({ challengeId: recordId, rowKey: z.string() });

/** Identifies an agent dry run in the input of steps. */
export const agentDryRunInput = z.object({ dryRunId: recordId, rowKey: z.string() });
