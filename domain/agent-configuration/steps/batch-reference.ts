import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';

/** Identifies a batch. Ids recur after a database restore, so `rowKey` identifies the row. */
export const batchReference = z.object({ batchId: recordId, rowKey: z.string() });
