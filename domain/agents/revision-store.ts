import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import type { PinnedAgent } from './configuration.ts';
import { type AgentRevisionRow, type AgentRow, agentRevisionTable, agentTable } from './table.ts';

/** Values of a revision apart from the agent's state. */
export type NewRevision = Pick<AgentRevisionRow, 'kind' | 'from_version' | 'changes' | 'actor'>;

/** Inserts the revision of a change. */
export async function insertRevision(db: Db, now: Date, agent: AgentRow, entry: NewRevision): Promise<void> {
  await execute(
    db,
    `INSERT INTO agent_revision (agent_id, revision, kind, from_version, to_version, changes, model, capability_models, settings,
                                 actor, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      agent.id,
      agent.revision,
      entry.kind,
      entry.from_version,
      agent.config_version,
      JSON.stringify(entry.changes),
      agent.model,
      JSON.stringify(agent.capability_models),
      JSON.stringify(agent.settings),
      entry.actor,
      now,
    ],
  );
}

/** The agent at a revision; its present state when there is no such revision, as for work older than revisions. */
export async function findPinnedAgent(db: Db, id: number, revision: number | null): Promise<PinnedAgent | null> {
  return queryMaybeRow(
    db,
    pick(agentTable, 'config_version', 'model', 'settings', 'agent_type', 'capability_models'),
    `SELECT a.agent_type, coalesce(r.to_version, a.config_version) AS config_version,
            CASE WHEN r.agent_id IS NULL THEN a.model ELSE r.model END AS model,
            coalesce(r.capability_models, a.capability_models) AS capability_models, coalesce(r.settings, a.settings) AS settings
     FROM agent a LEFT JOIN agent_revision r ON r.agent_id = a.id AND r.revision = $2 WHERE a.id = $1`,
    [id, revision],
  );
}

/** Earlier versions of the agent below the given one, newest first. */
export async function selectEarlierVersions(db: Db, agentId: number, below: number): Promise<number[]> {
  const rows = await queryRows(
    db,
    { version: integer() },
    `SELECT DISTINCT to_version AS version FROM agent_revision WHERE agent_id = $1 AND to_version < $2 ORDER BY 1 DESC`,
    [agentId, below],
  );
  return rows.map(({ version }) => version);
}

/** The revisions of an agent, newest first. */
export function selectRevisions(db: Db, agentId: number, page: PageRequest): Promise<Page<AgentRevisionRow>> {
  return listPage(db, agentRevisionTable, { where: { agent_id: agentId }, order: { revision: 'DESC' } }, page);
}
