import { type FindOptionsWhere, IsNull } from 'typeorm';
import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type AgentRow, agentTable } from './table.ts';

/** What a new agent is made of. */
export type NewAgent = Pick<AgentRow, 'name' | 'agent_type' | 'description' | 'capabilities' | 'version'>;

/** Adds agents of a partner, active and without settings. */
export async function insertAgents(db: Db, now: Date, partnerId: number, agents: readonly NewAgent[]): Promise<void> {
  await db.getRepository(agentTable.entity).insert(
    agents.map((agent) => ({
      ...agent,
      partner_id: partnerId,
      settings: {},
      created_at: now,
      updated_at: now,
    })),
  );
}

/** An agent; null when there is none. */
export async function findAgent(db: Db, id: number): Promise<AgentRow | null> {
  return db.getRepository(agentTable.entity).findOneBy({ id });
}

/** Filters of the list. */
export interface AgentFilter {
  type?: string | undefined;
  active_only: boolean;
}

/** The partner's agents and the platform's own, newest first. */
export async function listAgents(
  db: Db,
  partnerId: number,
  filter: AgentFilter,
  page: PageRequest,
): Promise<Page<AgentRow>> {
  const shared: FindOptionsWhere<AgentRow> = {
    ...(filter.type === undefined ? {} : { agent_type: filter.type }),
    ...(filter.active_only ? { is_active: true } : {}),
  };
  const [rows, total] = await db.getRepository(agentTable.entity).findAndCount({
    where: [
      { ...shared, partner_id: partnerId },
      { ...shared, partner_id: IsNull() },
    ],
    order: { id: 'DESC' },
    skip: offsetOf(page),
    take: page.per_page,
  });
  return { rows, total, ...page };
}
