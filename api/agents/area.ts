import { createAgent } from '../../domain/agents/operations/create-agent.ts';
import { getAgent, listAgents } from '../../domain/agents/operations/reads.ts';
import { updateAgent } from '../../domain/agents/operations/update-agent.ts';
import { area } from '../area.ts';
import { IDEMPOTENT } from '../mcp/tool-options.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { agentResource } from './resource.ts';

const PREFIX = '/content-workflow/agents';

export const agentsArea = area({
  tag: { name: 'Agents', group: 'Content', description: 'The agents that run executions.' },
  firstTools: ['list_agents', 'get_agent'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: "The partner's agents and the platform's own",
      operation: listAgents,
      body: pageWithRange(agentResource),
      tool: {
        name: 'list_agents',
        title: 'List agents',
        description: 'Lists the agents that run executions, with their capabilities.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add an agent',
      extension: true,
      operation: createAgent,
      status: 201,
      body: one(agentResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_agent',
        title: 'Add an agent',
        description: 'Adds an agent of a given type, with your own name and settings. Free.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One agent',
      operation: getAgent,
      body: one(agentResource),
      tool: {
        name: 'get_agent',
        title: 'Read an agent',
        description: 'Reads one agent with its settings.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change an agent; running executions keep its earlier configuration',
      extension: true,
      operation: updateAgent,
      body: one(agentResource),
      tool: {
        name: 'update_agent',
        title: 'Change an agent',
        description:
          'Changes the given fields of an agent: name, capabilities, model, settings, whether it is active. Free.',
        annotations: IDEMPOTENT,
      },
    }),
  ],
});
