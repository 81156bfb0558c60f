import type { Area } from '../area.ts';
import { executionTools } from '../mcp/tools/executions.ts';
import { executionRoutes } from './routes.ts';

/** Runs of a capability: start them, follow them, stop them. */
export const executionsArea: Area = {
  tag: {
    name: 'Executions',
    group: 'Content',
    description: 'Runs of a capability: start them, follow them, stop them.',
  },
  routes: executionRoutes,
  tools: executionTools,
};
