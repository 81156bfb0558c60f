import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import { addCreditsRoute, getUsageRoute } from './routes.ts';

/** The balance and what it was spent on. */
export const creditsArea: Area = {
  tag: { name: 'Credits', group: 'Account', description: 'The balance and what it was spent on.' },
  routes: [getUsageRoute, addCreditsRoute],
  tools: [
    tool(getUsageRoute, {
      name: 'get_usage',
      title: 'Read credits and usage',
      description: 'Reads the credit balance, what is held for running work, and what was used by capability and day.',
      annotations: READS,
    }),
  ],
};
