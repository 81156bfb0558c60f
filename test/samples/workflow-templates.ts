import { randomBytes } from 'node:crypto';
import { templateFile } from '../environment/workflow-template-file.ts';
import { createWorkflowTemplate } from '../environment/workflow-templates.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/content-workflow/workflow-templates/{slug}': {
      make: (partner) => createWorkflowTemplate(partner, { slug: slug() }),
      unknown: 'nothing',
      // Each partner has slugs of its own.
      foreign: 'NOT_FOUND',
    },
  },
  inputs: {
    'POST /content-workflow/workflow-templates': { input: async () => templateFile({ slug: slug() }) },
    'PATCH /content-workflow/workflow-templates/{slug}': { input: { name: 'Sample' } },
    'POST /content-workflow/workflow-templates/suggest': { input: { use_case: 'We launch a product in May.' } },
    'POST /content-workflow/workflow-templates/{slug}/execute': {
      input: { input: { topic: 'Alerts by text message' } },
      references: { agent_id: '/content-workflow/agents/{id}' },
    },
  },
};

function slug(): string {
  return `sample_${randomBytes(6).toString('hex')}`;
}
