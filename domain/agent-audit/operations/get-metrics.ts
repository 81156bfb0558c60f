import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import type { AgentRow } from '../../agents/table.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type HitCount, merged, readHits, readLatencies, readOutcomes } from '../figure-store.ts';
import { type Figures, figuresOf, type Latency, latencyOf } from '../figures.ts';
import { eachDay, figuresQuery, type Scope, scopeOf } from '../period.ts';

/** Figures of an agent's executions, in total and by day. */
export interface AgentMetrics {
  agent: AgentRow;
  scope: Scope;
  figures: Figures;
  latency: Latency;
  hits: HitCount[];
  byCapability: { capability: string; figures: Figures; latency: Latency }[];
  trend: { date: string; figures: Figures }[];
}

/** Returns the metrics of one agent for a period. */
export const getAgentMetrics = operation({
  name: 'agent_audit.metrics',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  async run(deps, call, query, agent): Promise<AgentMetrics> {
    const scope = scopeOf(call, deps.clock.now(), query);
    const filter = { partnerId: partnerOf(call), scope, agentIds: [agent.id] };
    const [outcomes, latencies, hits] = await Promise.all([
      readOutcomes(deps.db, filter, ['capability', 'day']),
      readLatencies(deps.db, filter),
      readHits(deps.db, filter),
    ]);
    const figures = figuresOf(outcomes.overall);
    return {
      agent,
      scope,
      figures,
      latency: latencyOf(figures, merged(latencies.values())),
      hits,
      byCapability: outcomes
        .values('capability')
        .map(String)
        .sort()
        .map((capability) => {
          const own = figuresOf(outcomes.of('capability', capability));
          return { capability, figures: own, latency: latencyOf(own, latencies.get(capability) ?? new Map()) };
        }),
      trend: eachDay(scope.period).map((date) => ({ date, figures: figuresOf(outcomes.of('day', date)) })),
    };
  },
});
