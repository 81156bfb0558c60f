import { getListing, getRescoring, listListings } from '../../domain/seo/operations/reads.ts';
import { updateRescoring } from '../../domain/seo/operations/update-rescoring.ts';
import { area } from '../area.ts';
import { IDEMPOTENT } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { listingResource, rescoringResource } from './resource.ts';

const PREFIX = '/marketplace/listings';

export const listingsArea = area({
  tag: {
    name: 'Marketplace listings',
    group: 'Marketplace',
    description: 'Listings that have been scored, as last read.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List scored listings, as last read, with their latest score',
      extension: true,
      operation: listListings,
      body: page(listingResource),
      tool: {
        name: 'list_listings',
        title: 'List listings',
        description: 'Lists the marketplace listings that have been scored, as last read.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One scored listing, as last read',
      extension: true,
      operation: getListing,
      body: one(listingResource),
      errors: ['VALIDATION_ERROR'],
      tool: {
        name: 'get_listing',
        title: 'Read a listing',
        description: 'Reads a scored listing, as last read from the marketplace.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/rescoring`,
      operationId: 'getListingRescoring',
      summary: 'The automatic rescoring of a listing',
      extension: true,
      operation: getRescoring,
      body: one(rescoringResource),
      errors: ['VALIDATION_ERROR'],
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}/rescoring`,
      operationId: 'updateListingRescoring',
      summary: 'Set up the automatic rescoring of a listing',
      extension: true,
      operation: updateRescoring,
      body: one(rescoringResource),
      errors: ['VALIDATION_ERROR'],
      tool: {
        name: 'update_listing_rescoring',
        title: 'Set up rescoring of a listing',
        noun: 'listing',
        description:
          'Sets how often a scored listing is scored again (`daily`, `weekly` or `off`), and the category, keyword and domain to use. Free. A changed score publishes the event `listing.score_changed`.',
        annotations: IDEMPOTENT,
      },
    }),
  ],
});
