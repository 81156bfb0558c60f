import { z } from 'zod';
import { recordId } from '../kernel/schema.ts';

export const challengeInput = z.object({ challengeId: recordId, rowKey: z.string() });

export const agentDryRunInput = z.object({ dryRunId: recordId, rowKey: z.string() });
