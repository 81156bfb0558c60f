import { createAgent } from '../environment/agents.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: { '/content-workflow/agents/{id}': { make: async (partner) => (await createAgent(partner)).id } },
  inputs: { 'POST /content-workflow/agents': { input: { name: 'Sample', agent_type: 'writer' } } },
};
