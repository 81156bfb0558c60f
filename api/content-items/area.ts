import type { Area } from '../area.ts';
import { contentItemTools } from '../mcp/tools/content-items.ts';
import { contentItemRoutes } from './routes.ts';

/** What executions made, and the board on which it is reviewed. */
export const contentItemsArea: Area = {
  tag: {
    name: 'Content',
    group: 'Content',
    description: 'What executions made, and the board on which it is reviewed.',
  },
  routes: contentItemRoutes,
  tools: contentItemTools,
};
