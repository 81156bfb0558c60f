import { changeAgent } from '../../agents/changes.ts';
import { checkModels } from '../../agents/schema.ts';
import { merged } from '../../agents/settings.ts';
import type { AgentRow } from '../../agents/table.ts';
import { operation } from '../../kernel/operation.ts';
import { auditedAgentParams, capabilityModelsBody, configurableAgent } from '../schema.ts';

/** Sets an agent's models by capability. */
export const setCapabilityModels = operation({
  name: 'agents.set_capability_models',
  permission: 'manage_agents',
  params: auditedAgentParams,
  target: configurableAgent,
  input: capabilityModelsBody,
  checkInput: checkModels('models'),
  change: (tx, { call, input, target }): Promise<AgentRow> =>
    changeAgent(tx, call, target.id, (agent) => ({
      capability_models: merged(agent.capability_models, input.models),
    })),
  audit: ({ id }, { input }) => ({ type: 'agent', id, details: { capabilities: Object.keys(input.models) } }),
});
