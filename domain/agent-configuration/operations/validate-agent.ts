import { selectEarlierVersions } from '../../agents/revision-store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { auditedAgent, auditedAgentParams } from '../target.ts';
import { type Validation, validateConfiguration } from '../validation.ts';

/** Findings about an agent's configuration, with its versions. */
export interface ValidatedAgent extends Validation {
  agentId: number;
  /** Versions for a rollback, newest first. */
  earlierVersions: number[];
}

/** Validates an agent's configuration. */
export const validateAgent = operation({
  name: 'agents.validate',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: nothing,
  async run({ db, ai }, call, _input, agent): Promise<ValidatedAgent> {
    const { capabilities } = await getPartnerById(db, partnerOf(call));
    return {
      agentId: agent.id,
      earlierVersions: await selectEarlierVersions(db, agent.id, agent.config_version),
      ...validateConfiguration(agent, ai.models, capabilities),
    };
  },
});
