import { actorName } from '../../kernel/call.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type Migration, migrateToLatest } from '../migration.ts';
import { auditedAgentParams, configurableAgent } from '../target.ts';

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
export function auditMigration({ agent_id, from_version, to_version }: Migration) {
  return { type: 'agent', id: agent_id, details: { from_version, to_version } };
}
