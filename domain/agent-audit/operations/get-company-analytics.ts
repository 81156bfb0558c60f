import type { AgentRow } from '../../agents/table.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOutcomes, selectAgentsById } from '../figure-store.ts';
import { type Figures, figuresOf } from '../figures.ts';
import { eachDay, figuresQuery, type Scope, scopeOf } from '../period.ts';

/** Figures of all executions of a partner. */
export interface CompanyAnalytics {
  partnerId: number;
  scope: Scope;
  figures: Figures;
  byAgent: { agent: Pick<AgentRow, 'id' | 'name' | 'agent_type'>; figures: Figures }[];
  byCapability: { capability: string; figures: Figures }[];
  daily: { date: string; figures: Figures }[];
}

/** Returns the analytics of the caller's partner for a period. */
export const getCompanyAnalytics = operation({
  name: 'agent_audit.company_analytics',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery,
  async run(deps, call, query): Promise<CompanyAnalytics> {
    const partnerId = partnerOf(call);
    const scope = scopeOf(call, deps.clock.now(), query);
    const outcomes = await readOutcomes(deps.db, { partnerId, scope }, ['agent_id', 'capability', 'day']);
    const agents = await selectAgentsById(deps.db, outcomes.values('agent_id').map(Number));
    return {
      partnerId,
      scope,
      figures: figuresOf(outcomes.overall),
      byAgent: agents
        .map((agent) => ({ agent, figures: figuresOf(outcomes.of('agent_id', agent.id)) }))
        .sort(mostFirst),
      byCapability: outcomes
        .values('capability')
        .map((capability) => ({
          capability: String(capability),
          figures: figuresOf(outcomes.of('capability', capability)),
        }))
        .sort(mostFirst),
      daily: eachDay(scope.period).map((date) => ({ date, figures: figuresOf(outcomes.of('day', date)) })),
    };
  },
});

function mostFirst(a: { figures: Figures }, b: { figures: Figures }): number {
  return b.figures.executions.total - a.figures.executions.total;
}
