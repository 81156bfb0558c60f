import { getAgentAudit } from '../../domain/agent-audit/operations/get-audit.ts';
import { getCompanyAnalytics } from '../../domain/agent-audit/operations/get-company-analytics.ts';
import { getMarketplaceMetrics } from '../../domain/agent-audit/operations/get-marketplace-metrics.ts';
import { getAgentMetrics } from '../../domain/agent-audit/operations/get-metrics.ts';
import { listAgentAudits } from '../../domain/agent-audit/operations/list-audits.ts';
import { listMeasuredCapabilities } from '../../domain/agent-audit/operations/list-capabilities.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import {
  agentAuditResource,
  agentMetricsResource,
  companyAnalyticsResource,
  marketplaceMetricsResource,
  measuredCatalogue,
} from './resource.ts';

const PREFIX = '/agents/audit';

export const listAgentAuditsRoute = route({
  method: 'GET',
  path: PREFIX,
  operationId: 'listAgentAudits',
  summary: 'All agents with what their executions came to',
  operation: listAgentAudits,
  body: pageWithRange(agentAuditResource),
});

export const companyAnalyticsRoute = route({
  method: 'GET',
  path: `${PREFIX}/company-analytics`,
  operationId: 'getCompanyAnalytics',
  summary: 'What all executions of the partner came to, by agent, capability and day',
  operation: getCompanyAnalytics,
  body: one(companyAnalyticsResource),
});

export const marketplaceMetricsRoute = route({
  method: 'GET',
  path: `${PREFIX}/marketplace-metrics`,
  operationId: 'getMarketplaceMetrics',
  summary: 'Scores of listings, events of the marketplace and their deliveries',
  operation: getMarketplaceMetrics,
  body: one(marketplaceMetricsResource),
});

export const measuredCapabilitiesRoute = route({
  method: 'GET',
  path: `${PREFIX}/capabilities`,
  operationId: 'listMeasuredCapabilities',
  summary: 'The catalogue of capabilities with what each one cost and how long it took',
  operation: listMeasuredCapabilities,
  body: measuredCatalogue,
});

export const getAgentAuditRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}`,
  operationId: 'getAgentAudit',
  summary: 'One agent with what its executions came to',
  operation: getAgentAudit,
  body: one(agentAuditResource),
});

export const agentMetricsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/metrics`,
  operationId: 'getAgentMetrics',
  summary: 'Latency, success, guardrail hits and cost of one agent, and how they went day by day',
  operation: getAgentMetrics,
  body: one(agentMetricsResource),
});
