import type { CatalogueEntry } from '../listing.ts';
import { good } from './good.ts';
import { encodings, huge } from './huge.ts';
import { troubles } from './troubles.ts';
import { weak } from './weak.ts';

/** All listings of the sandbox. */
export const CATALOGUE: readonly CatalogueEntry[] = [...good, ...weak, huge, ...encodings, ...troubles];

/**
 * Ids for first tries, as `GET /__sandbox/try` answers and credentials.json has them: good listings, the best first; a poor one; one
 * that there is not; one whose page comes later than anybody waits for it.
 */
export const TRY_LISTINGS = {
  listing_ids: good.map(({ id }) => id),
  bad_listing_id: 'prod-b2nwy7dkqs4ta',
  missing_listing_id: 'prod-z1z1z1z1z1z1z',
  slow_listing_id: 'prod-y4mkr8pxs6vhf',
};
