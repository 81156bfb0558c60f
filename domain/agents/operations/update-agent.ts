import { operation } from '../../kernel/operation.ts';
import { changeAgent } from '../changes.ts';
import { agentParams, checkModels, updateAgentBody } from '../schema.ts';
import { merged } from '../settings.ts';
import { lockAgent } from '../store.ts';
import type { AgentRow } from '../table.ts';
import { changeableAgent } from '../target.ts';

/** Updates an agent of the partner; running executions keep the revision they began with. */
export const updateAgent = operation({
  name: 'agents.update',
  permission: 'manage_agents',
  params: agentParams,
  target: changeableAgent,
  input: updateAgentBody,
  checkInput: checkModels(),
  lock: (tx, _call, { id }) => lockAgent(tx.em, id),
  change: (tx, { call, input, target }): Promise<AgentRow> =>
    changeAgent(tx, call, target.id, (agent) => ({
      name: input.name ?? agent.name,
      description: input.description ?? agent.description,
      is_active: input.is_active ?? agent.is_active,
      capabilities: input.capabilities === undefined ? agent.capabilities : input.capabilities,
      model: input.model === undefined ? agent.model : input.model,
      settings: merged(agent.settings, input.settings),
      capability_models: merged(agent.capability_models, input.capability_models),
    })),
  audit: ({ id }, { input }) => ({ type: 'agent', id, details: { fields: Object.keys(input) } }),
});
