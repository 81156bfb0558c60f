import { listAiCalls } from '../../domain/ai-calls/operations/list-calls.ts';
import { area } from '../area.ts';
import { route } from '../route.ts';
import { aiCallPage } from './resource.ts';

export const aiCallsArea = area({
  tag: {
    name: 'AI calls',
    group: 'Administration',
    description: 'What the AI was asked for a partner or an execution, and what that cost; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/ai-calls',
      summary: 'List what the AI was asked, with tokens and price, newest first',
      extension: true,
      operation: listAiCalls,
      body: aiCallPage,
    }),
  ],
});
