import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: { 'GET /app/search': { input: { q: 'sample' } } },
};
