import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { auditedAgent, auditedAgentParams } from '../target.ts';
import { type Validation, validateConfiguration } from '../validation.ts';

/** Whether an agent's configuration works, and what is to be said of it. */
export const validateAgent = operation({
  name: 'agents.validate',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: nothing,
  async run({ db, ai }, call, _input, agent): Promise<Validation & { agentId: number }> {
    const { capabilities } = await getPartnerById(db, partnerOf(call));
    return { agentId: agent.id, ...validateConfiguration(agent, ai.models, capabilities) };
  },
});
