import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: {
    'PATCH /app/credit-warning': { input: { threshold: 0 } },
  },
};
