import type { Area } from '../area.ts';
import { ADDS, CHANGES, READS, tool } from '../mcp/tool.ts';
import { createAgentRoute, getAgentRoute, listAgentsRoute, updateAgentRoute } from './routes.ts';

/** Who carries executions out. */
export const agentsArea: Area = {
  tag: { name: 'Agents', group: 'Content', description: 'Who carries executions out.' },
  routes: [listAgentsRoute, createAgentRoute, getAgentRoute, updateAgentRoute],
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
    tool(createAgentRoute, {
      name: 'create_agent',
      title: 'Add an agent',
      description: 'Adds an agent of a type, with a name and settings of your own. Free.',
      annotations: ADDS,
    }),
    tool(updateAgentRoute, {
      name: 'update_agent',
      title: 'Change an agent',
      description: 'Changes what you name of an agent: name, capabilities, model, settings, whether it is active. Free.',
      annotations: CHANGES,
    }),
  ],
};
