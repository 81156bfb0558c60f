import { createUser } from '../environment/oauth.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/{partner_id}/users/{user_id}': {
      make: async ({ id }) => (await createUser(id)).id,
      foreign: 'NOT_FOUND',
    },
  },
  inputs: { 'PATCH /3pi-partners/{partner_id}/users/{user_id}': { input: { name: 'Sample' } } },
};
