import { z } from 'zod';
import { integer, moment } from './schema.ts';

/** Which open rows the reconciler asks for: those after a number, or with a key, that nothing has touched since a moment. */
export const staleRowsInput = z.object({
  untouchedSince: moment,
  afterId: z.int().min(0),
  limit: integer(1, 1_000),
  rowKeys: z.array(z.uuid()).optional(),
});

/** The same, read. */
export type StaleRowsFilter = z.output<typeof staleRowsInput>;

/** Open rows whose run may be lost. */
export const staleRows = z.array(z.object({ id: z.int(), row_key: z.string() }));
