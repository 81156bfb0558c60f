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
    description: 'Listings that were scored before, as they were last read.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List the listings that were scored before, as they were last read, with their latest score',
      extension: true,
      operation: listListings,
      body: page(listingResource),
      tool: {
        name: 'list_listings',
        title: 'List listings',
        description: 'Lists the marketplace listings that were scored before, as they were last read.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One listing that was scored before, as it was last read',
      extension: true,
      operation: getListing,
      body: one(listingResource),
      errors: ['VALIDATION_ERROR'],
      tool: {
        name: 'get_listing',
        title: 'Read a listing',
        description: 'Reads a listing that was scored before, as it was last read from the marketplace.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/rescoring`,
      operationId: 'getListingRescoring',
      summary: 'How often a listing is scored again, and by what',
      extension: true,
      operation: getRescoring,
      body: one(rescoringResource),
      errors: ['VALIDATION_ERROR'],
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}/rescoring`,
      operationId: 'updateListingRescoring',
      summary: 'Set how often a listing is scored again, and by what',
      extension: true,
      operation: updateRescoring,
      body: one(rescoringResource),
      errors: ['VALIDATION_ERROR'],
      tool: {
        name: 'update_listing_rescoring',
        title: 'Score a listing again by a schedule',
        noun: 'listing',
        description:
          'Sets how often a listing that was scored before is scored again (`daily`, `weekly` or `off`), and by what category, keyword and domain. Free. A score that has changed is the event `listing.score_changed`.',
        annotations: IDEMPOTENT,
      },
    }),
  ],
});
