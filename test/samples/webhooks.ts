import { createWebhook, delivered, publish } from '../environment/webhooks.ts';
import type { AreaSamples } from './sample.ts';

const WEBHOOK = '/partners/webhooks/{id}';

export const samples: AreaSamples = {
  records: {
    [WEBHOOK]: {
      // Nothing is sent: its deliveries stay as they are.
      make: async (partner) => (await createWebhook(partner, { url: 'https://198.51.99.1/hook', active: false })).id,
    },
    [`${WEBHOOK}/deliveries/{evt}`]: {
      async make(partner) {
        const id = Number(await partner.idOf(WEBHOOK));
        const evt = await publish(partner);
        await delivered(partner, id, evt, 'skipped');
        return evt;
      },
      unknown: 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS',
      // It is looked up among those of the webhook.
      foreign: 'NOT_FOUND',
    },
  },
  inputs: {
    'POST /partners/webhooks': { input: { url: 'https://198.51.99.1/hook', events: ['cosell.created'] } },
    'POST /partners/webhooks/test': { references: { webhook_id: WEBHOOK } },
    'PATCH /partners/webhooks/{id}': { input: { description: 'Sample' } },
    'POST /partners/webhooks/{id}/recover': { input: { since: '2026-01-01T00:00:00Z' } },
    'POST /3pi-partners/{partner_id}/events': { input: { type: 'cosell.created', data: {} } },
  },
};
