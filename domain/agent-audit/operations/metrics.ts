import { auditedAgent, auditedAgentParams } from '../../agent-configuration/schema.ts';
import type { AgentRow } from '../../agents/table.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { GRADES, type Grade } from '../../listings/grades.ts';
import { EVENT_NAMES } from '../../webhooks/catalogue.ts';
import { type HitCount, merged, readHits, readLatencies, readOutcomes, selectAgentsById } from '../figure-store.ts';
import { type Figures, figuresOf } from '../figures.ts';
import { type Latency, latencyOf } from '../latency.ts';
import { countDeliveries, countEvents, selectGrades } from '../marketplace-store.ts';
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

/** Marketplace events; the others are about content. */
const MARKETPLACE_EVENTS: readonly string[] = EVENT_NAMES.filter((name) => /^(?:listing|cosell)\./.test(name));

/** A partner's marketplace figures. */
export interface MarketplaceMetrics {
  partnerId: number;
  scope: Scope;
  listingsScored: number;
  /** To one digit; null when no listing was scored. */
  averageScore: number | null;
  grades: Record<Grade, number>;
  events: { event: string; count: number }[];
  deliveries: { delivered: number; failed: number };
}

/** Returns listing scores, events and deliveries for a period. Events and deliveries expire (retention, docs/operations.md). */
export const getMarketplaceMetrics = operation({
  name: 'agent_audit.marketplace_metrics',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery,
  async run(deps, call, query): Promise<MarketplaceMetrics> {
    const partnerId = partnerOf(call);
    const scope = scopeOf(call, deps.clock.now(), query);
    const [listings, events, deliveries] = await Promise.all([
      selectGrades(deps.db, partnerId, scope),
      countEvents(deps.db, partnerId, scope, MARKETPLACE_EVENTS),
      countDeliveries(deps.db, partnerId, scope, MARKETPLACE_EVENTS),
    ]);
    const sum = listings.reduce((total, { overall_score }) => total + overall_score, 0);
    return {
      partnerId,
      scope,
      listingsScored: listings.length,
      averageScore: listings.length === 0 ? null : Math.round((sum * 10) / listings.length) / 10,
      grades: Object.fromEntries(
        GRADES.map((grade) => [grade, listings.filter((listing) => listing.grade === grade).length]),
      ) as Record<Grade, number>,
      events: MARKETPLACE_EVENTS.map((event) => ({
        event,
        count: events.find((each) => each.event === event)?.count ?? 0,
      })),
      deliveries,
    };
  },
});
