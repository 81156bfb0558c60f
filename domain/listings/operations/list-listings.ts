import { z } from 'zod';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery } from '../../kernel/schema.ts';
import type { ListingSnapshotRow } from '../store.ts';
import { listWatched } from '../watched-store.ts';

/** Listings that the partner has had scored, without a total. */
export const listListings = operation({
  name: 'listings.list',
  permission: 'view_companies',
  params: z.object({}),
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<ListingSnapshotRow[]> => listWatched(deps.db, partnerOf(call), query),
});
