import { one } from '../../api/resource.ts';
import { savedFilterResource } from '../../api/saved-filters/area.ts';
import { read, request } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

const FILTER = { name: 'Sample', view: '/executions', query: { status: 'failed' } };

export const samples: AreaSamples = {
  records: {
    '/app/saved-filters/{id}': {
      async make({ console: key }) {
        const made = await request('POST /app/saved-filters', { key, body: FILTER });
        return read(made, one(savedFilterResource).schema).data.id;
      },
    },
  },
  inputs: {
    'POST /app/saved-filters': { input: FILTER },
    'PATCH /app/saved-filters/{id}': { input: { name: 'Sample' } },
  },
};
