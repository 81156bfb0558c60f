import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { isListingId, LISTING_ID_RULE } from '../listings/reference.ts';
import { findWatch } from '../listings/store.ts';
import type { ListingWatchRow } from '../listings/table.ts';
import { findWatched, type ScoredListing } from './listings-store.ts';

/** A listing that the caller has had scored; 404 otherwise, since listings have no owner, and 422 for what is no id. */
export async function watchedListing(
  deps: Deps,
  call: Call,
  { id, param }: { id: string; param: 'id' | 'listingId' },
): Promise<ScoredListing> {
  if (!isListingId(id)) throw invalid({ [param]: [LISTING_ID_RULE] });
  const listing = await findWatched(deps.db, partnerOf(call), id);
  if (!listing) throw notFound('Listing');
  return listing;
}

/** The same, as the caller's partner watches it. */
export async function ownWatch(deps: Deps, call: Call, { id }: { id: string }): Promise<ListingWatchRow> {
  if (!isListingId(id)) throw invalid({ id: [LISTING_ID_RULE] });
  const watch = await findWatch(deps.db, { partner_id: partnerOf(call), listing_id: id });
  if (!watch) throw notFound('Listing');
  return watch;
}
