import { createAgent } from '../../domain/agents/operations/create-agent.ts';
import { getAgent, listAgents } from '../../domain/agents/operations/reads.ts';
import { updateAgent } from '../../domain/agents/operations/update-agent.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { agentResource } from './resource.ts';

const PREFIX = '/content-workflow/agents';

export const listAgentsRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: "The partner's agents and the platform's own",
  operation: listAgents,
  body: pageWithRange(agentResource),
});

export const createAgentRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add an agent',
  extension: true,
  operation: createAgent,
  status: 201,
  body: one(agentResource),
  errors: ['CONFLICT'],
});

export const getAgentRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One agent',
  operation: getAgent,
  body: one(agentResource),
});

export const updateAgentRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}`,
  summary: 'Change an agent; what has begun goes on with what it was',
  extension: true,
  operation: updateAgent,
  body: one(agentResource),
});
