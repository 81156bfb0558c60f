import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import { getListingRoute, listListingsRoute } from './routes.ts';

/** Listings of the marketplace, as they were last read. */
export const listingsArea: Area = {
  tag: {
    name: 'Marketplace listings',
    group: 'Marketplace',
    description: 'Listings that were scored before, as they were last read.',
  },
  routes: [listListingsRoute, getListingRoute],
  tools: [
    tool(listListingsRoute, {
      name: 'list_listings',
      title: 'List listings',
      description: 'Lists the marketplace listings that were scored before, as they were last read.',
      annotations: READS,
    }),
    tool(getListingRoute, {
      name: 'get_listing',
      title: 'Read a listing',
      description: 'Reads a listing that was scored before, as it was last read from the marketplace.',
      annotations: READS,
    }),
  ],
};
