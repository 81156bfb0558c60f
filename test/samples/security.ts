import { page } from '../../api/resource.ts';
import { sessionResource } from '../../api/security/resource.ts';
import { read, request } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/app/me/sessions/{id}': {
      async make({ console: key }) {
        return read(await request('GET /app/me/sessions', { key }), page(sessionResource).schema).data[0]?.id ?? 0;
      },
    },
  },
};
