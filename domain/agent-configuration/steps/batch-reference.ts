import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';

/** Which batch; the key tells it from a later one under the same number, once a database was restored. */
export const batchReference = z.object({ batchId: recordId, rowKey: z.string() });
