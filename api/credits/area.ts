import type { Area } from '../area.ts';
import { creditTools } from '../mcp/tools/credits.ts';
import { creditRoutes } from './routes.ts';

/** The balance and what it was spent on. */
export const creditsArea: Area = {
  tag: { name: 'Credits', group: 'Account', description: 'The balance and what it was spent on.' },
  routes: creditRoutes,
  tools: creditTools,
};
