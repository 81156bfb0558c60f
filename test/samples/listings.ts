import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import type { AreaSamples } from './sample.ts';

const { bad_listing_id: LISTING } = TRY_LISTINGS;

export const samples: AreaSamples = {
  records: {
    '/marketplace/listings/{id}': {
      async make(partner) {
        await partner.idOf('/marketplace/seo-score/status/{id}');
        return LISTING;
      },
      unknown: TRY_LISTINGS.missing_listing_id,
      shared: 'Listings are public: each partner sees those that it has had scored.',
    },
  },
  inputs: { 'PATCH /marketplace/listings/{id}/rescoring': { input: { every: 'weekly' } } },
};
