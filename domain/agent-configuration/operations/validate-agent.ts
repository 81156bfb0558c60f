import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { auditedAgent, auditedAgentParams } from '../target.ts';
import { type Validation, validateConfiguration } from '../validation.ts';

/** Whether an agent's configuration works, and what is to be said of it. */
export const validateAgent = operation({
  name: 'agents.validate',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: nothing,
  run: async ({ ai }, _call, _input, agent): Promise<Validation & { agentId: number }> => ({
    agentId: agent.id,
    ...validateConfiguration(agent, ai.models),
  }),
});
