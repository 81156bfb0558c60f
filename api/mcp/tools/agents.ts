import { z } from 'zod';
import { getAgent } from '../../../domain/agents/operations/get-agent.ts';
import { listAgents } from '../../../domain/agents/operations/list-agents.ts';
import { recordId, text } from '../../../domain/kernel/schema.ts';
import { agentSchema, presentAgent } from '../../agents/presenter.ts';
import { listWithRange } from '../../presenters.ts';
import { dataSchema, rangeListSchema } from '../../response-schemas.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { READS, type Tool } from '../tool.ts';

/** Agents that carry executions out. */
export const agentTools: Tool[] = [
  operationTool({
    name: 'list_agents',
    title: 'List agents',
    description: 'Lists the agents that carry executions out, with the capabilities of each.',
    arguments: z.object({
      type: text(40).optional().describe('Type of agent, such as `writer`.'),
      active_only: z.boolean().optional().describe('Leaves inactive agents out; true when absent.'),
      ...pageArguments,
    }),
    operation: listAgents,
    request: (given) => ({ input: given }),
    output: rangeListSchema(agentSchema),
    present: (page) => listWithRange(page, presentAgent),
    annotations: READS,
  }),
  operationTool({
    name: 'get_agent',
    title: 'Read an agent',
    description: 'Reads one agent with its settings.',
    arguments: z.object({ id: recordId.describe('Id of an agent.') }),
    operation: getAgent,
    request: (given) => ({ params: given }),
    output: dataSchema(agentSchema),
    present: (agent) => ({ data: presentAgent(agent) }),
    annotations: READS,
  }),
];
