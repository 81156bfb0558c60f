import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { isListingId, LISTING_ID_FORM } from '../reference.ts';
import type { ListingSnapshotRow } from '../table.ts';
import { findWatched } from '../watched-store.ts';

/** A listing that the partner has had scored, as it was last read; nobody is asked for it. */
export const getListing = operation({
  name: 'listings.get',
  permission: 'view_companies',
  params: z.object({ id: z.string().refine(isListingId).meta(LISTING_ID_FORM).describe('Id of the listing.') }),
  target: watched,
  input: nothing,
  run: async (_deps, _call, _input, listing): Promise<ListingSnapshotRow> => listing,
});

async function watched(deps: Deps, call: Call, { id }: { id: string }): Promise<ListingSnapshotRow> {
  const listing = await findWatched(deps.db, partnerOf(call), id);
  if (!listing) throw notFound('Listing');
  return listing;
}
