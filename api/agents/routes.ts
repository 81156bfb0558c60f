import { getAgent } from '../../domain/agents/operations/get-agent.ts';
import { listAgents } from '../../domain/agents/operations/list-agents.ts';
import { listWithRange } from '../presenters.ts';
import { dataSchema, rangeListSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { agentSchema, presentAgent } from './presenter.ts';

/** Agents that carry executions out. */
export const agentRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/content-workflow/agents',
    summary: "The partner's agents and the platform's own",
    operation: listAgents,
    present: (page) => listWithRange(page, presentAgent),
    response: rangeListSchema(agentSchema),
  }),
  route({
    method: 'GET',
    path: '/content-workflow/agents/{id}',
    summary: 'One agent',
    operation: getAgent,
    present: (agent) => ({ data: presentAgent(agent) }),
    response: dataSchema(agentSchema),
  }),
];
