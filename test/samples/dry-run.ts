import { startSession } from '../environment/dry-run.ts';
import type { AreaSamples } from './sample.ts';

const AGENT = '/content-workflow/agents/{id}';

export const samples: AreaSamples = {
  records: {
    '/dry-run/sessions/{token}': { make: async (partner) => (await startSession(partner)).id, unknown: 'unknown' },
  },
  inputs: {
    'GET /dry-run/sessions': { references: { agent_id: AGENT } },
    'POST /dry-run/sessions/start': { references: { agent_id: AGENT } },
    'POST /dry-run/sessions/{token}/message': {
      input: { message: 'How would you present it?' },
      references: { client_message_id: { none: 'The client’s own name for its message.' } },
    },
    'PUT /dry-run/sessions/{token}/persona': { input: { name: 'Sample' } },
  },
};
