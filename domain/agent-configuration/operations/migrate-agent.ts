import { findDefinition } from '../../agents/definitions.ts';
import { actorName } from '../../kernel/call.ts';
import { invalid } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type Migration, migrateToLatest, rollBack } from '../migration.ts';
import { auditedAgentParams, configurableAgent, rollBackBody } from '../schema.ts';

/** Moves an agent to the newest version of its definition; running executions keep the version they began with. */
export const migrateAgent = operation({
  name: 'agents.migrate',
  permission: 'manage_agents',
  params: auditedAgentParams,
  target: configurableAgent,
  input: nothing,
  async change(tx, { call, target }): Promise<Migration> {
    const migration = await migrateToLatest(tx, target.id, { actor: actorName(call.actor) });
    if (!migration.changed) tx.unchanged();
    return migration;
  },
  audit: auditMigration,
});

/** Audit entry of a migration. */
function auditMigration({ agent_id, from_version, to_version }: Migration) {
  return { type: 'agent', id: agent_id, details: { from_version, to_version } };
}

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
