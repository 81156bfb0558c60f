import type { AreaSamples } from './sample.ts';

const OF_MARKETPLACE = { none: 'The marketplace’s own id of a customer.' };

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/{partner_id}': {
      make: async ({ id }) => id,
      shared: 'Administrators act for every partner.',
    },
  },
  inputs: {
    'POST /3pi-partners': { input: { name: 'Sample' }, references: { marketplace_customer_id: OF_MARKETPLACE } },
    'PATCH /3pi-partners/{partner_id}': { references: { marketplace_customer_id: OF_MARKETPLACE } },
  },
};
