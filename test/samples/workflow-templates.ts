import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/content-workflow/workflow-templates/{slug}': {
      make: async () => 'feature_announcement',
      unknown: 'nothing',
      shared: 'Templates are the platform’s.',
    },
  },
  inputs: {
    'POST /content-workflow/workflow-templates/suggest': { input: { use_case: 'We launch a product in May.' } },
    'POST /content-workflow/workflow-templates/{slug}/execute': {
      input: { input: { topic: 'Alerts by text message' } },
      references: { agent_id: '/content-workflow/agents/{id}' },
    },
  },
};
