import { checkoutResource } from '../../api/checkout/resource.ts';
import { one } from '../../api/resource.ts';
import { read } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

const PACK = { item: 'credits-1000-2000-usd' };

export const samples: AreaSamples = {
  records: {
    '/app/checkout/{id}': {
      async make(partner) {
        const reply = await partner.request('POST /app/checkout', { body: PACK });
        return read(reply, one(checkoutResource).schema).data.id;
      },
    },
  },
  inputs: {
    'POST /app/checkout': {
      input: PACK,
      references: { invoice_number: '/invoice-receipts/{invoiceNumber}' },
    },
  },
};
