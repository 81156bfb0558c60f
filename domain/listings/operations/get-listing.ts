import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { isListingId, LISTING_ID_FORM } from '../reference.ts';
import { watchedListing } from '../target.ts';
import type { ScoredListing } from '../watched-store.ts';

/** A listing that the partner has had scored, as it was last read; nobody is asked for it. */
export const getListing = operation({
  name: 'listings.get',
  permission: 'view_companies',
  params: z.object({ id: z.string().refine(isListingId).meta(LISTING_ID_FORM).describe('Id of the listing.') }),
  target: watchedListing,
  input: nothing,
  run: async (_deps, _call, _input, listing): Promise<ScoredListing> => listing,
});
