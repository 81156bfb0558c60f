import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';

/** Which job; the key tells it from a later one under the same number, once a database was restored. */
export const jobReference = z.object({ jobId: recordId, rowKey: z.string() });
