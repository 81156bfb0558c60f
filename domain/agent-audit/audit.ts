import { latestVersion } from '../agents/definitions/index.ts';
import type { AgentRow } from '../agents/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type FigureFilter, type OutcomeTable, readOutcomes } from './figure-store.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Period } from './period.ts';

/** An agent with the figures of its executions for the partner. */
export interface AgentAudit {
  agent: AgentRow;
  period: Period;
  /** The newest version of its type; the agent's version where the type is unknown. */
  latestVersion: number;
  figures: Figures;
}

/** Selects executions by partner and scope. */
type AuditFilter = Omit<FigureFilter, 'agentIds'>;

/** Audits an agent. */
export async function auditOf(db: Db, filter: AuditFilter, agent: AgentRow): Promise<AgentAudit> {
  return auditBy(await readOutcomes(db, { ...filter, agentIds: [agent.id] }, ['agent_id']), filter, agent);
}

/** Audits agents with one query of the counters; results are in the order of the agents. */
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

/** Whether the agent's type has a newer version. */
export function needsMigration({ agent, latestVersion }: AgentAudit): boolean {
  return agent.config_version < latestVersion;
}
