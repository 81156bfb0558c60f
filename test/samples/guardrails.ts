import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  inputs: { 'PATCH /content-workflow/guardrails': { input: { allowed_terms: ['Sample'] } } },
};
