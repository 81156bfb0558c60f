import type { EntityManager } from 'typeorm';
import { countRecords, findRecord, insertRecord, listRecords, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import type { PinnedAgent } from './configuration.ts';
import { type AgentRevisionRow, type AgentRow, agentRevisionTable, agentTable, type ListedRevision } from './table.ts';

/** Values of a new agent. */
export type NewAgent = Omit<AgentRow, 'id' | 'revision' | 'created_at' | 'updated_at'>;

/** Inserts agents, each with its first revision. */
export async function insertAgents(
  em: EntityManager,
  now: Date,
  agents: readonly NewAgent[],
  actor: string,
): Promise<AgentRow[]> {
  const added = agents.map((agent) => ({ ...agent, revision: 1, created_at: now, updated_at: now }));
  const rows = [];
  for (const agent of added) {
    const row = await insertRecord(em, agentTable, agent);
    rows.push(row);
    const first: NewRevision = { kind: 'created', from_version: null, changes: [], actor };
    await insertRevision(em, now, row, first);
  }
  return rows;
}

/** An agent with its row locked until the transaction ends. */
export async function lockAgent(em: EntityManager, id: number): Promise<AgentRow> {
  return queryRow(em, agentTable, 'SELECT * FROM agent WHERE id = $1 FOR NO KEY UPDATE', [id]);
}

/** Updates an agent whose row is locked and inserts the revision. */
export async function updateAgentRow(
  em: EntityManager,
  now: Date,
  agent: AgentRow,
  entry: NewRevision,
): Promise<AgentRow> {
  const changed = { ...agent, revision: agent.revision + 1, updated_at: now };
  const { id, created_at: _created, ...columns } = changed;
  await updateRecords(em, agentTable, { id }, columns);
  await insertRevision(em, now, changed, entry);
  return changed;
}

/** Number of a partner's agents, including inactive ones. */
export function countAgents(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, agentTable, { partner_id: partnerId });
}

/** An agent; null when there is none. */
export async function findAgent(db: Db, id: number): Promise<AgentRow | null> {
  return findRecord(db, agentTable, { id });
}

/** The existing agents among these ids. */
export function selectAgentsById(db: Db, ids: readonly number[]): Promise<AgentRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : listRecords(db, agentTable, { id: ids });
}

/** Filters of the list. */
export interface AgentFilter {
  type?: string | undefined;
  active_only: boolean;
}

/** The partner's agents and the platform's agent, newest first. */
export function selectAgents(
  db: Db,
  partnerId: number,
  filter: AgentFilter,
  page: PageRequest,
): Promise<Page<AgentRow>> {
  const shared = {
    ...(filter.type === undefined ? {} : { agent_type: filter.type }),
    ...(filter.active_only ? { is_active: true } : {}),
  };
  return listPage(
    db,
    agentTable,
    {
      where: [
        { ...shared, partner_id: partnerId },
        { ...shared, partner_id: null },
      ],
      order: { id: 'DESC' },
      jsonTexts: ['settings'],
    },
    page,
  );
}

/** Values of a revision apart from the agent's state. */
export type NewRevision = Pick<AgentRevisionRow, 'kind' | 'from_version' | 'changes' | 'actor'>;

/** Revisions that an agent keeps: the first and the newest. */
export const KEPT_REVISIONS = 1_000;

/** Inserts the revision of a change, up to as many as are kept. */
async function insertRevision(db: Db, now: Date, agent: AgentRow, entry: NewRevision): Promise<void> {
  const { id: agent_id, revision, config_version: to_version, model, capability_models, settings } = agent;
  const state = { agent_id, revision, to_version, model, capability_models, settings };
  await insertRecord(db, agentRevisionTable, { ...state, ...entry, created_at: now });
  if (agent.revision <= KEPT_REVISIONS) return;
  await execute(db, 'DELETE FROM agent_revision WHERE agent_id = $1 AND revision > 1 AND revision <= $2', [
    agent.id,
    agent.revision - (KEPT_REVISIONS - 1),
  ]);
}

/** Whether a revision of an agent is kept. */
export function hasRevision(db: Db, agentId: number, revision: number): Promise<boolean> {
  return queryExists(db, 'SELECT 1 FROM agent_revision WHERE agent_id = $1 AND revision = $2', [agentId, revision]);
}

/** The agent at a revision; its present state when there is no such revision, as for work older than revisions. Null when it is gone. */
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
export function selectRevisions(db: Db, agentId: number, page: PageRequest): Promise<Page<ListedRevision>> {
  return listPage(
    db,
    agentRevisionTable,
    { where: { agent_id: agentId }, order: { revision: 'DESC' }, hidden: ['model', 'capability_models', 'settings'] },
    page,
  );
}
