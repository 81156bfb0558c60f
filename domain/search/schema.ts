import { z } from 'zod';
import { oneLine } from '../kernel/schema.ts';

/** Query of a search. */
export const searchQuery = z.object({
  q: oneLine(200).describe(
    'Beginnings of words of the title, in any case, with or without accents; or the exact number or id of a record.',
  ),
});
