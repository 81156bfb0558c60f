import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';

/** A job by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export const jobReference = z.object({ jobId: recordId, rowKey: z.string() });
