import { z } from 'zod';
import { selectEarlierVersions, selectRevisions } from '../../agents/store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { includeBody, pageQuery } from '../../kernel/schema.ts';
import { getPartnerById } from '../../partners/target.ts';
import { auditedAgent, auditedAgentParams, batchParams, ownBatch } from '../schema.ts';
import { type Validation, validateConfiguration } from '../validation.ts';

/** Returns the progress of a batch with the result for each agent. */
export const getBatch = readOperation({
  name: 'agents.get_batch',
  permission: 'view_companies',
  params: batchParams,
  target: ownBatch,
});

/** Lists the revisions of an agent, newest first. */
export const listHistory = operation({
  name: 'agents.list_history',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: z.object({ ...pageQuery(), ...includeBody }),
  run: (deps, _call, query, agent) => selectRevisions(deps.db, agent.id, query),
});

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
