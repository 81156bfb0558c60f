import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import { analyze, seoJobEnded } from '../environment/seo.ts';
import type { AreaSamples } from './sample.ts';

const [LISTING = ''] = TRY_LISTINGS.listing_ids;

export const samples: AreaSamples = {
  records: {
    '/marketplace/seo-score/status/{id}': {
      make: async (partner) => (await seoJobEnded(partner, await analyze(partner, LISTING))).id,
    },
    '/marketplace/listings/{listingId}': {
      make: (partner) => partner.idOf('/marketplace/listings/{id}'),
      unknown: TRY_LISTINGS.missing_listing_id,
      shared: 'Listings are public: each partner may have any of them scored.',
    },
  },
  inputs: { 'POST /marketplace/seo-score/analyze': { input: { listing_url: LISTING } } },
};
