import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { findWatched, type ScoredListing } from './watched-store.ts';

/** A listing that the caller has had scored; 404 for every other, since listings belong to nobody. */
export async function watchedListing(deps: Deps, call: Call, { id }: { id: string }): Promise<ScoredListing> {
  const listing = await findWatched(deps.db, partnerOf(call), id);
  if (!listing) throw notFound('Listing');
  return listing;
}
