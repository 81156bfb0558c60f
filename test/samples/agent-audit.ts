import { z } from 'zod';
import { challenge, challengeEnded } from '../environment/agent-audit.ts';
import { read } from '../environment/http.ts';
import { waitUntil } from '../environment/wait-until.ts';
import type { AreaSamples } from './sample.ts';

const AGENT = '/content-workflow/agents/{id}';
const made = z.object({ data: z.object({ id: z.int() }) });

export const samples: AreaSamples = {
  records: {
    '/agents/audit/{agent}': { make: (partner) => partner.idOf(AGENT) },
    '/agents/audit/{agent}/dry-run/{dry_run}': {
      async make(partner) {
        const reply = await partner.request('POST /agents/audit/{agent}/dry-run', {
          params: { agent: await partner.idOf(AGENT) },
          body: { capability: 'blog_post', settings: { topic: 'Samples' } },
        });
        const { id } = read(reply, made).data;
        await waitUntil('the sample dry run to end', async () => {
          const params = { agent: await partner.idOf(AGENT), dry_run: id };
          const { text } = await partner.request('GET /agents/audit/{agent}/dry-run/{dry_run}', { params });
          return !text.includes('"status":"running"');
        });
        return id;
      },
    },
    '/agents/audit/capabilities/{capability}': {
      make: async () => 'blog_post',
      unknown: 'nothing',
      shared: 'The catalogue is the platform’s.',
    },
  },
  async makeRows(partner) {
    const agent = Number(await partner.idOf(AGENT));
    const { id } = await challenge(partner, agent, { categories: ['personal_data'] });
    await challengeEnded(partner, agent, id);
  },
  inputs: {
    'POST /agents/audit/capabilities/{capability}/test': {
      input: { settings: { topic: 'Samples' } },
      references: { agent_id: AGENT },
    },
    'POST /agents/audit/{agent}/dry-run': { input: { capability: 'blog_post', settings: { topic: 'Samples' } } },
    'POST /agents/audit/{agent}/challenge': { input: { categories: ['personal_data'] } },
  },
};
