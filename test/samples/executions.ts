import { complete } from '../environment/executions.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/content-workflow/executions/{id}': {
      make: async (partner) => (await complete(partner, 'blog_post', { settings: { topic: 'Samples' } })).id,
    },
  },
  inputs: {
    'POST /content-workflow/capabilities/{slug}/execute': {
      input: { settings: { topic: 'Samples' } },
      references: {
        agent_id: '/content-workflow/agents/{id}',
        'context.brand_voice_id': '/content-workflow/brand-voices/{id}',
        'context.brand_voice_product_id': 'product',
        'context.kb_ids[]': '/content-workflow/knowledge-bases/{id}',
      },
    },
    'GET /content-workflow/executions': {
      references: { agent_id: '/content-workflow/agents/{id}', trigger_id: '/content-workflow/workflow-triggers/{id}' },
    },
  },
};
