import { findDefinition } from '../../agents/definitions/index.ts';
import { actorName } from '../../kernel/call.ts';
import { invalid } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { type Migration, rollBack } from '../migration.ts';
import { rollBackBody } from '../schema.ts';
import { auditedAgentParams, configurableAgent } from '../target.ts';
import { auditMigration } from './migrate-agent.ts';

/** Moves an agent back to an earlier version; 409 when there is none. */
export const rollBackAgent = operation({
  name: 'agents.roll_back',
  permission: 'manage_agents',
  params: auditedAgentParams,
  target: configurableAgent,
  input: rollBackBody,
  async prepare(_deps, _call, { to_version: version }, { agent_type: type }) {
    if (version !== undefined && !findDefinition(type, version))
      throw invalid({ to_version: [`There is no version ${version} of a ${type}.`] });
  },
  change: (tx, { call, input, target }): Promise<Migration> =>
    rollBack(tx, target.id, { actor: actorName(call.actor), toVersion: input.to_version }),
  audit: auditMigration,
});
