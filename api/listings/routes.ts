import { getListing } from '../../domain/listings/operations/get-listing.ts';
import { listListings } from '../../domain/listings/operations/list-listings.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { listingResource } from './resource.ts';

const PREFIX = '/marketplace/listings';

export const listListingsRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List the listings that were scored before, as they were last read, with their latest score',
  extension: true,
  operation: listListings,
  body: page(listingResource),
});

export const getListingRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One listing that was scored before, as it was last read',
  extension: true,
  operation: getListing,
  body: one(listingResource),
});
