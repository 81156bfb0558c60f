import { createOauthClient } from '../environment/oauth.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/{partner_id}/oauth-clients/{client_id}': {
      make: async ({ id }) => (await createOauthClient(id)).clientId,
      unknown: 'none',
      foreign: 'NOT_FOUND',
    },
  },
  inputs: { 'POST /3pi-partners/{partner_id}/oauth-clients': { input: { name: 'Sample' } } },
};
