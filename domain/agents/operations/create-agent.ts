import { actorName } from '../../kernel/call.ts';
import { invalid } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { findDefinition, latestDefinition } from '../definitions.ts';
import { checkModels, createAgentBody } from '../schema.ts';
import { countAgents, insertAgents } from '../store.ts';
import type { AgentRow } from '../table.ts';
import { ownAgent } from '../target.ts';

/** Creates an agent of the partner. */
export const createAgent = operation({
  name: 'agents.create',
  permission: 'manage_agents',
  params: nothing,
  input: createAgentBody,
  checkInput: checkModels(),
  prepare: async (_deps, _call, { agent_type, config_version }) => {
    const definition =
      config_version === undefined ? latestDefinition(agent_type) : findDefinition(agent_type, config_version);
    if (!definition) throw invalid({ config_version: [`There is no version ${config_version} of a ${agent_type}.`] });
    return definition;
  },
  async change(tx, { deps, call, input, prepared: definition }): Promise<AgentRow> {
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'agents', { partnerId, count: () => countAgents(tx.em, partnerId) });
    const { capabilities = definition.capabilities } = input;
    const agent = {
      partner_id: partnerId,
      name: input.name,
      agent_type: input.agent_type,
      description: input.description ?? definition.description,
      is_active: input.is_active,
      capabilities: capabilities && [...capabilities],
      model: input.model ?? null,
      version: definition.label,
      config_version: definition.version,
      settings: input.settings,
      capability_models: input.capability_models as Record<string, string>,
    };
    const [added] = await insertAgents(tx.em, tx.now, [agent], actorName(call.actor));
    if (!added) throw new Error('The agent was not added.');
    return added;
  },
  audit: ({ id, agent_type }) => ({ type: 'agent', id, details: { agent_type } }),
  recover: (deps, call, madeId) => ownAgent(deps, call, { id: Number(madeId) }),
});
