import { consentResource } from '../../api/account/resource.ts';
import { page } from '../../api/resource.ts';
import { read, request } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  // Keys have no consents.
  caller: 'person',
  records: {
    '/app/consents/{id}': {
      async make({ person }) {
        const reply = await request('GET /app/consents', { key: person });
        return read(reply, page(consentResource).schema).data[0]?.id ?? 0;
      },
    },
  },
};
