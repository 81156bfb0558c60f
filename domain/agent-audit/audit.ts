import { latestVersion } from '../agents/definitions/index.ts';
import type { AgentRow } from '../agents/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type FigureFilter, type OutcomeTable, readOutcomes } from './figure-store.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Period } from './period.ts';

/** An agent, and what its executions for the partner came to. */
export interface AgentAudit {
  agent: AgentRow;
  period: Period;
  /** The newest version of its type; its own where the type has none. */
  latestVersion: number;
  figures: Figures;
}

/** Whose executions are looked at, and in which scope. */
type AuditFilter = Omit<FigureFilter, 'agentIds'>;

/** Audits an agent. */
export async function auditOf(db: Db, filter: AuditFilter, agent: AgentRow): Promise<AgentAudit> {
  return auditBy(await readOutcomes(db, { ...filter, agentIds: [agent.id] }, ['agent_id']), filter, agent);
}

/** Audits agents in one reading of the counters; in their order. */
export async function auditsOf(db: Db, filter: AuditFilter, agents: readonly AgentRow[]): Promise<AgentAudit[]> {
  if (agents.length === 0) return [];
  const outcomes = await readOutcomes(db, { ...filter, agentIds: agents.map(({ id }) => id) }, ['agent_id']);
  return agents.map((agent) => auditBy(outcomes, filter, agent));
}

function auditBy(outcomes: OutcomeTable, { scope }: AuditFilter, agent: AgentRow): AgentAudit {
  return {
    agent,
    period: scope.period,
    latestVersion: latestVersion(agent.agent_type) ?? agent.config_version,
    figures: figuresOf(outcomes.of('agent_id', agent.id)),
  };
}

/** Whether a newer version of the agent's type is there to migrate to. */
export function needsMigration({ agent, latestVersion }: AgentAudit): boolean {
  return agent.config_version < latestVersion;
}
