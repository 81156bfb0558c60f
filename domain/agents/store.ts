import type { EntityManager } from 'typeorm';
import { countRecords, findRecord, insertRecord, listRecords, updateRecords } from '../../infra/database/records.ts';
import { execute, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { insertRevision, type NewRevision } from './revision-store.ts';
import { type AgentRow, agentTable } from './table.ts';

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
  const rows = await queryRows(em, agentTable, 'SELECT * FROM agent WHERE id = $1 FOR NO KEY UPDATE', [id]);
  const [row] = rows;
  if (!row) throw new Error(`There is no agent ${id}.`);
  return row;
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

/** Counts a partner's agents under a lock until the transaction ends. */
export async function countAgentsLocked(em: EntityManager, partnerId: number): Promise<number> {
  await execute(em, 'SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
  return countRecords(em, agentTable, { partner_id: partnerId });
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
    },
    page,
  );
}
