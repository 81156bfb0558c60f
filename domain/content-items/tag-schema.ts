import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { line, pageQuery, recordId } from '../kernel/schema.ts';
import type { CountedTag } from './table.ts';
import { findCountedTag } from './tag-store.ts';

/** Most tags of an item. */
export const MAX_ITEM_TAGS = 20;
/** Most tags that the list of items is filtered by. */
const MAX_FILTERED_TAGS = 5;

// A comma separates the tags of a filter.
const tagName = line(50)
  .refine((name) => !name.includes(','), 'Must not contain commas.')
  .refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), 'Must have a letter, a digit or a sign.')
  .describe('Name of a tag; case and accents are ignored.');

/** Names of tags of items. */
export const tagNames = z.array(tagName).max(MAX_ITEM_TAGS, `Must have at most ${MAX_ITEM_TAGS} entries.`);

/** Names of tags that the list of items is filtered by. */
export const filteredTags = z
  .array(tagName)
  .min(1, 'Must name at least one tag.')
  .max(MAX_FILTERED_TAGS, `Must have at most ${MAX_FILTERED_TAGS} entries.`);

export const contentTagParams = z.object({ id: recordId.describe('Id of a tag.') });

export const listTagsQuery = z.object({
  q: line(200)
    .optional()
    .describe('Words of the name, in any order and case, with or without accents; the last word may be incomplete.'),
  ...pageQuery(),
});

export const tagBody = z.object({ name: tagName });

/** The caller's tag with its number of items; 404 when there is none, 403 when it is another partner's. */
export async function ownTag({ db }: Deps, call: Call, { id }: { id: number }): Promise<CountedTag> {
  return ownedBy(call, 'Tag', await findCountedTag(db, id), ({ partner_id }) => partner_id);
}
