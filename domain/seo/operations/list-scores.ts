import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { scoredListingParams, scoresQuery } from '../schema.ts';
import { type PastScore, selectCompleted } from '../store.ts';
import { watchedListing } from './listings.ts';

/** The partner's scores of a listing, newest first. */
export const listScores = operation({
  name: 'seo.list_scores',
  permission: 'view_companies',
  params: scoredListingParams,
  target: (deps, call, { listingId }) => watchedListing(deps, call, { id: listingId }),
  input: scoresQuery,
  run: (deps, call, query, { listing_id }): Promise<Page<PastScore>> =>
    selectCompleted(deps.db, partnerOf(call), listing_id, query),
});
