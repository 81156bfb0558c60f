import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import { getAgentRoute, listAgentsRoute } from './routes.ts';

/** Who carries executions out. */
export const agentsArea: Area = {
  tag: { name: 'Agents', group: 'Content', description: 'Who carries executions out.' },
  routes: [listAgentsRoute, getAgentRoute],
  tools: [
    tool(listAgentsRoute, {
      name: 'list_agents',
      title: 'List agents',
      description: 'Lists the agents that carry executions out, with the capabilities of each.',
      annotations: READS,
    }),
    tool(getAgentRoute, {
      name: 'get_agent',
      title: 'Read an agent',
      description: 'Reads one agent with its settings.',
      annotations: READS,
    }),
  ],
};
