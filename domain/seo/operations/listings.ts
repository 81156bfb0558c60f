import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { isListingId, LISTING_ID_FORM } from '../../listings/reference.ts';
import { findWatched, type ScoredListing, selectWatched } from '../listings-store.ts';

/** A listing that the partner has had scored, as of the last reading; the marketplace is not requested. */
export const getListing = operation({
  name: 'listings.get',
  permission: 'view_companies',
  params: z.object({ id: z.string().refine(isListingId).meta(LISTING_ID_FORM).describe('Id of the listing.') }),
  target: watchedListing,
  input: nothing,
  run: async (_deps, _call, _input, listing): Promise<ScoredListing> => listing,
});

/** Listings that the partner has had scored, most recent first. */
export const listListings = operation({
  name: 'listings.list',
  permission: 'view_companies',
  params: nothing,
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<Page<ScoredListing>> => selectWatched(deps.db, partnerOf(call), query),
});

/** A listing that the caller has had scored; 404 otherwise, since listings have no owner. */
export async function watchedListing(deps: Deps, call: Call, { id }: { id: string }): Promise<ScoredListing> {
  const listing = await findWatched(deps.db, partnerOf(call), id);
  if (!listing) throw notFound('Listing');
  return listing;
}
