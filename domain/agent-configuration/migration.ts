import { definitionChanges } from '../agents/changes.ts';
import { findDefinition, latestVersion, PLATFORM_1 } from '../agents/definitions.ts';
import { lockAgent, selectEarlierVersions, updateAgentRow } from '../agents/store.ts';
import type { AgentChange, AgentRow } from '../agents/table.ts';
import type { Tx } from '../kernel/deps.ts';
import { conflict } from '../kernel/errors.ts';
import { errorsOf } from './validation.ts';

/** Result of moving an agent to another version of its definition. */
export interface Migration {
  agent_id: number;
  from_version: number;
  to_version: number;
  changed: boolean;
  /** Changes of its behaviour. */
  changes: AgentChange[];
}

/**
 * Moves an agent to the newest version of its type's definition, or only reports the changes; its own settings stay. Throws
 * CONFLICT when its configuration has errors that must be fixed first.
 */
export async function migrateToLatest(
  tx: Tx,
  agentId: number,
  { actor, dryRun = false }: { actor: string; dryRun?: boolean },
): Promise<Migration> {
  const agent = await lockAgent(tx.em, agentId);
  // The migration also fixes a version that no longer exists.
  const problem = errorsOf(agent).find(({ field }) => field !== 'config_version');
  if (problem) throw conflict(`The agent cannot be migrated: ${problem.field}: ${problem.message}`);
  const to = latestVersion(agent.agent_type) ?? agent.config_version;
  return moveTo(tx, agent, to, { kind: 'migrated', actor, dryRun });
}

/**
 * Moves an agent back to an earlier version, by default the latest below its present one. Throws CONFLICT when there is none.
 */
export async function rollBack(
  tx: Tx,
  agentId: number,
  { actor, toVersion }: { actor: string; toVersion?: number | undefined },
): Promise<Migration> {
  const agent = await lockAgent(tx.em, agentId);
  const earlier = await selectEarlierVersions(tx.em, agentId, agent.config_version);
  const to = toVersion === undefined ? earlier[0] : earlier.find((version) => version === toVersion);
  if (to === undefined) {
    throw conflict(
      toVersion === undefined
        ? 'There is nothing to go back to: the agent was at no earlier version.'
        : `Version ${toVersion} is no version below ${agent.config_version}, its present one, that the agent was at.`,
    );
  }
  return moveTo(tx, agent, to, { kind: 'rolled_back', actor });
}

async function moveTo(
  tx: Tx,
  agent: AgentRow,
  to: number,
  { kind, actor, dryRun = false }: { kind: 'migrated' | 'rolled_back'; actor: string; dryRun?: boolean },
): Promise<Migration> {
  const before = findDefinition(agent.agent_type, agent.config_version) ?? PLATFORM_1;
  const after = findDefinition(agent.agent_type, to);
  if (!after) throw conflict(`Version ${to} of its type is no longer there.`);
  const from = agent.config_version;
  const changes = definitionChanges(before, after);
  const changed = from !== to;
  if (changed && !dryRun) {
    const moved = { ...agent, config_version: to, version: after.label };
    await updateAgentRow(tx.em, tx.now, moved, { kind, from_version: from, changes, actor });
  }
  return { agent_id: agent.id, from_version: from, to_version: to, changed, changes };
}
