import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { listWatched, type ScoredListing } from '../watched-store.ts';

/** Listings that the partner has had scored, those first that it came to last. */
export const listListings = operation({
  name: 'listings.list',
  permission: 'view_companies',
  params: nothing,
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<Page<ScoredListing>> => listWatched(deps.db, partnerOf(call), query),
});
