import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: {
    'PATCH /app/billing-identity': { references: { 'tax_ids[]': { none: 'Numbers that tax offices give.' } } },
  },
};
