import type { Area } from '../area.ts';
import { agentTools } from '../mcp/tools/agents.ts';
import { agentRoutes } from './routes.ts';

/** Who carries executions out. */
export const agentsArea: Area = {
  tag: { name: 'Agents', group: 'Content', description: 'Who carries executions out.' },
  routes: agentRoutes,
  tools: agentTools,
};
