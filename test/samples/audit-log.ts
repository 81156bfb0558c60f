import type { AreaSamples } from './sample.ts';

const NO_RECORD = { none: 'What is not in the log is found nowhere.' };

export const samples: AreaSamples = {
  inputs: {
    'GET /app/audit-log': { references: { actor_id: NO_RECORD, resource_id: NO_RECORD } },
    'GET /app/audit-log/export': { references: { actor_id: NO_RECORD, resource_id: NO_RECORD } },
  },
};
