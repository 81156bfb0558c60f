import { z } from 'zod';
import { line } from '../kernel/schema.ts';

/** Query of a search. */
export const searchQuery = z.object({
  q: line(200).describe(
    'Words of the title, in any order and case, with or without accents, the last of which may be incomplete; or the exact number or id of a record.',
  ),
});
