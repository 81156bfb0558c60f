import { z } from 'zod';
import { read } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

const AGENT = '/content-workflow/agents/{id}';
const made = z.object({ data: z.object({ id: z.int() }) });

export const samples: AreaSamples = {
  records: {
    '/agents/audit/batch-migrate/{job}': {
      async make(partner) {
        const body = { agent_ids: [await partner.idOf(AGENT)], dry_run: true };
        return read(await partner.request('POST /agents/audit/batch-migrate', { body }), made).data.id;
      },
    },
  },
  inputs: {
    'POST /agents/audit/recommend-configuration': { input: { use_case: 'Launch posts for a data product' } },
    'POST /agents/audit/batch-migrate': { references: { 'agent_ids[]': AGENT } },
    'POST /agents/audit/capabilities/estimate-cost': { input: { capability: 'faq', settings: { subject: 'Ports' } } },
    'POST /agents/audit/capabilities/model-recommendation': { input: { capability: 'faq' } },
    'POST /agents/audit/{agent}/capability-models': { input: { models: { faq: 'marketwright-sandbox' } } },
    'POST /agents/audit/{agent}/preview-capability': { input: { capability: 'faq', settings: { subject: 'Ports' } } },
  },
};
