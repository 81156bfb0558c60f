import { createKey } from '../environment/partners.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/{partner_id}/keys/{key_id}': {
      make: async ({ id }) => (await createKey(id)).id,
      foreign: 'NOT_FOUND',
    },
  },
  inputs: { 'POST /3pi-partners/{partner_id}/keys': { input: { name: 'Sample' } } },
};
