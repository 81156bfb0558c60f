import { getAgent } from '../../domain/agents/operations/get-agent.ts';
import { listAgents } from '../../domain/agents/operations/list-agents.ts';
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

export const getAgentRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One agent',
  operation: getAgent,
  body: one(agentResource),
});
