import { randomUUID } from 'node:crypto';
import { paymentEventResource } from '../../api/payments/area.ts';
import { page } from '../../api/resource.ts';
import { signGeneric } from '../../sandbox/gateway/sign.ts';
import { read, send } from '../environment/http.ts';
import { requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/payment-events/{payment_event_id}': {
      /** An event that changes nothing. */
      async make() {
        const event = { id: randomUUID(), type: 'unknown', occurred_at: new Date().toISOString(), data: {} };
        const body = JSON.stringify(event);
        const headers = signGeneric(runningStack().gatewaySecrets.generic, body, Math.floor(Date.now() / 1000));
        await send('POST', '/webhooks/v1/generic', { key: null, body, headers });
        const reply = await requestAsAdmin('GET /3pi-partners/payment-events', { query: { per_page: 1 } });
        return read(reply, page(paymentEventResource).schema).data[0]?.id ?? 0;
      },
      shared: 'Administrators see the events of all partners.',
    },
  },
  inputs: {
    'GET /3pi-partners/payment-events': {
      references: { partner_id: { none: 'An event may name a partner that is not there.' } },
    },
  },
};
