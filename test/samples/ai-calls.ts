import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: {
    'GET /3pi-partners/{partner_id}/ai-calls': {
      references: { execution_id: { none: 'A filter on the partner’s calls; an unknown id matches none.' } },
    },
  },
};
