import { z } from 'zod';
import { recordId } from '../kernel/schema.ts';

/** Identifies a run in the input of steps. */
export const runReference = z.object({ runId: recordId, rowKey: z.string() });
