import { createKey } from '../environment/partners.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: { '/app/keys/{id}': { make: async ({ id }) => (await createKey(id)).id } },
  inputs: {
    'POST /app/keys': { input: { name: 'Sample' } },
    'PATCH /app/keys/{id}': { input: { name: 'Sample' } },
  },
};
