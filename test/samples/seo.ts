import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import { analyze, seoJobEnded } from '../environment/seo.ts';
import { waitUntil } from '../environment/wait-until.ts';
import type { AreaSamples } from './sample.ts';

const { bad_listing_id: LISTING } = TRY_LISTINGS;

export const samples: AreaSamples = {
  records: {
    '/marketplace/seo-score/status/{id}': {
      async make(partner) {
        // A busy machine may read the page too late, and then the listing is unknown.
        const { id } = await waitUntil(
          'an analysis that is completed',
          async () => seoJobEnded(partner, await analyze(partner, LISTING)),
          ({ status }) => status === 'completed',
        );
        return id;
      },
    },
    '/marketplace/listings/{listingId}': {
      make: (partner) => partner.idOf('/marketplace/listings/{id}'),
      unknown: TRY_LISTINGS.missing_listing_id,
      shared: 'Listings are public: each partner may have any of them scored.',
    },
  },
  inputs: {
    'POST /marketplace/seo-score/analyze': { input: { listing_url: LISTING } },
    'POST /marketplace/seo-score/status/{id}/apply': { input: { rule: 'keywords.count' } },
  },
};
