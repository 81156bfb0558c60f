import { randomUUID } from 'node:crypto';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: { 'POST /affiliates/update-reference': { input: async () => ({ reference: `sample_${randomUUID()}` }) } },
};
